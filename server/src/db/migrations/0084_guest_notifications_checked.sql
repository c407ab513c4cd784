-- Second step: reads the tables once to check the new constraints. Everybody can read and write meanwhile.
alter table notices validate constraint notices_kind_check;
alter table notices validate constraint notices_proof;
alter table notifications validate constraint notifications_kind_check;
alter table notifications validate constraint notifications_proof;
