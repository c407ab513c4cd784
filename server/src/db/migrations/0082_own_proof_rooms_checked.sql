-- Second step: reads the tables once to check the new constraints. Everybody can read and write meanwhile.
alter table proof_links validate constraint proof_links_room_id_fkey;
alter table project_deliveries validate constraint project_deliveries_of;
alter table delivery_files validate constraint delivery_files_of;
