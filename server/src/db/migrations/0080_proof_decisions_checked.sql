-- Second step: reads the tables once to check the new constraints. Everybody can read and write meanwhile.
alter table delivery_files validate constraint delivery_files_sha256;
alter table projects validate constraint projects_deposit;
alter table projects validate constraint projects_revisions;
alter table project_offers validate constraint project_offers_kind;
alter table project_offers validate constraint project_offers_price;
alter table project_offers validate constraint project_offers_day;
alter table project_offers validate constraint project_offers_picks;
