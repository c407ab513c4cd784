-- Second step: reads the tables once to check the new constraints. Everybody can read and write meanwhile.
alter table users validate constraint users_staff_role;
alter table users validate constraint users_staff_are_admins;
alter table appeals validate constraint appeals_kind_check;
