-- Guests decide on files as well. The table came with this version, so no older server knows it.
alter table proof_decisions drop constraint proof_decisions_pkey;
alter table proof_decisions
  alter column person_id drop not null,
  add column guest_id uuid references proof_guests (id),
  add column decided_by uuid generated always as (coalesce(person_id, guest_id)) stored,
  add constraint proof_decisions_by check (num_nonnulls(person_id, guest_id) = 1),
  add constraint proof_decisions_pkey primary key (version_id, decided_by);
create index proof_decisions_guest on proof_decisions (guest_id) where guest_id is not null;
