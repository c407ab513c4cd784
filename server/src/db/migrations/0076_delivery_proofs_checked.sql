-- Second step: reads the table once to check the new constraint. Everybody can read and write meanwhile.
alter table delivery_files validate constraint delivery_files_proof;
