-- Documents become pages, and archives are shown by their list. Until now both had only their name, so that whatever is
-- recorded of them says no more than that. Word's older format, and everything else, keep their name alone.
-- Compatible: the index that goes comes back under its name and has more rows. An older server records a new document as
-- one that has nothing to be judged by, which it stays.
update delivery_files set proof_state = case
    when kind = 'document' and content_type <> 'application/msword' then 'waiting'
    when kind = 'other' and file_name ilike '%.zip' then 'waiting'
    else 'none' end
  where kind in ('document', 'other') and proof is null;
drop index delivery_files_unproved;
create index delivery_files_unproved on delivery_files (created_at)
  where proof is null and coalesce(proof_state, 'waiting') = 'waiting';
