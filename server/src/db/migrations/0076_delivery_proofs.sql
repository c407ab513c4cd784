-- What a client can judge a delivered file by before paying: a whole film, a whole sound, every page.
alter table delivery_files
  -- Null: not looked at yet, because it is from before there were proofs.
  add column proof_state text check (proof_state in ('waiting', 'ready', 'none', 'failed')),
  -- Sizes, length, and when each frame of a film is shown (`delivery-proofs.ts`).
  add column proof jsonb,
  add constraint delivery_files_proof check ((proof_state = 'ready') = (proof is not null)) not valid;
create index delivery_files_unproved on delivery_files (created_at)
  where proof is null and kind in ('video', 'audio', 'pdf') and coalesce(proof_state, 'waiting') = 'waiting';
