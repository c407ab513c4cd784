-- Second step: reads the tables once to check the new constraints. Everybody can read and write meanwhile.
alter table proof_marks validate constraint proof_marks_by;
alter table proof_replies validate constraint proof_replies_by;
