-- Decisions about delivered files, what was approved, changes at a price, and the files that are in the price.

alter table delivery_files
  -- Of the file as it was delivered. Null until a job has read it.
  add column sha256 bytea,
  add constraint delivery_files_sha256 check (octet_length(sha256) = 32) not valid;
create index delivery_files_unhashed on delivery_files (created_at) where sha256 is null;

-- What somebody says of a version of a file, last.
create table proof_decisions (
  version_id uuid not null references delivery_files (id),
  person_id uuid not null references users (id),
  room_id uuid not null references proof_rooms (id),
  verdict text not null check (verdict in ('approved', 'change')),
  note text not null,
  -- Of the file that was decided on.
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- The count of changes of the room at which it was made. The latest one counts.
  change integer not null check (change > 0),
  decided_at timestamptz not null default now(),
  primary key (version_id, person_id)
);
create index proof_decisions_room on proof_decisions (room_id);
create index proof_decisions_person on proof_decisions (person_id);

alter table proof_rooms
  -- Things that the client has picked, the first choice first.
  add column picks uuid[] not null default '{}',
  -- The count of changes at which they changed last.
  add column picks_change integer not null default 0 check (picks_change >= 0);

-- What was approved, as it was then. Names are not part of it, so that whoever deletes their account leaves none.
create table proof_approvals (
  project_id uuid primary key references projects (id),
  -- Null: nobody answered in time.
  approved_by uuid references users (id),
  approved_at timestamptz not null,
  delivery integer not null check (delivery > 0),
  files jsonb not null,
  open_marks jsonb not null,
  decisions jsonb not null,
  picks jsonb not null,
  constraint proof_approvals_files check (jsonb_array_length(files) > 0
    and not jsonb_path_exists(files, '$[*] ? (!exists(@.sha256 ? (@ like_regex "^[0-9a-f]{64}$")))'))
);
create index proof_approvals_by on proof_approvals (approved_by) where approved_by is not null;
create function proof_approvals_stay() returns trigger language plpgsql as $$
begin
  raise exception 'what was approved stays as it was'
    using errcode = 'restrict_violation', constraint = 'proof_approvals_stay';
end
$$;
create trigger proof_approvals_stay before update or delete on proof_approvals
  for each row execute function proof_approvals_stay();
create trigger proof_approvals_kept before truncate on proof_approvals
  for each statement execute function proof_approvals_stay();

alter table projects
  -- Of the price, what was agreed on after the deposit.
  add column added_cents bigint not null default 0 check (added_cents >= 0),
  -- Rounds of changes that were agreed on at a price.
  add column revisions_added smallint not null default 0 check (revisions_added >= 0),
  -- How many of the delivered files are in the price. Null: all of them.
  add column picks smallint check (picks between 1 and 200);

-- Compatible: the same sums, which old servers only read. The deposit stays what it was when the price grows, so it no
-- longer follows from the price alone.
alter table projects alter column deposit_cents drop expression;
create function projects_find_deposit() returns trigger language plpgsql as $$
begin
  new.deposit_cents := (new.price_cents - new.added_cents + 1) / 2;
  return new;
end
$$;
create trigger projects_find_deposit before insert or update of price_cents, added_cents, deposit_cents on projects
  for each row execute function projects_find_deposit();
-- Also where rows are copied in without triggers.
alter table projects enable always trigger projects_find_deposit;
alter table projects
  add constraint projects_deposit
    check (deposit_cents is not distinct from (price_cents - added_cents + 1) / 2) not valid;

-- Compatible: allows more than before.
alter table projects drop constraint projects_revisions_used_check,
  add constraint projects_revisions check (revisions_used between 0 and 2 + revisions_added) not valid;

-- Compatible: allows more than before.
alter table project_offers
  add column picks smallint check (picks between 1 and 200),
  drop constraint project_offers_kind_check,
  drop constraint project_offers_check,
  drop constraint project_offers_check2,
  add constraint project_offers_kind check (kind in ('terms', 'date', 'cancel', 'change')) not valid,
  add constraint project_offers_price check ((kind in ('terms', 'change')) = (price_cents is not null)) not valid,
  add constraint project_offers_day check (kind in ('cancel', 'change') or deliver_by is not null) not valid,
  add constraint project_offers_picks check (picks is null or kind = 'terms') not valid;
