-- Pictures are judged by, too: as tiles, to the pixel.
drop index delivery_files_unproved;
create index delivery_files_unproved on delivery_files (created_at)
  where proof is null and kind in ('video', 'audio', 'pdf', 'image')
    and coalesce(proof_state, 'waiting') = 'waiting';
