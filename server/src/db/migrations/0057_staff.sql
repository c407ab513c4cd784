-- Staff have roles. What each may do is the contract's table of rights; here is who has which.
-- Compatible: `is_admin` stays, and follows the role. An older server that sets it makes an owner, as it always did, and
-- the kinds of appeals only get one more.

alter table users add column staff_role text,
  add constraint users_staff_role check (staff_role in ('support', 'moderator', 'finance', 'owner')) not valid,
  add constraint users_staff_are_admins check (is_admin = (staff_role is not null)) not valid;

create function users_follow_role() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.staff_role := coalesce(new.staff_role, case when new.is_admin then 'owner' end);
  elsif new.staff_role is not distinct from old.staff_role then
    new.staff_role := case when new.is_admin then 'owner' end;
  end if;
  new.is_admin := new.staff_role is not null;
  return new;
end $$;
create trigger users_begin_with_role before insert on users
  for each row when (new.is_admin or new.staff_role is not null) execute function users_follow_role();
create trigger users_follow_role before update of is_admin, staff_role on users
  for each row when (old.is_admin <> new.is_admin or old.staff_role is distinct from new.staff_role)
  execute function users_follow_role();
-- Everybody who was an admin could do everything.
update users set staff_role = 'owner' where is_admin;

-- Which role the link gives. Owners are made by two people, never by a link.
alter table invitations add column role text not null default 'moderator'
  check (role in ('support', 'moderator', 'finance'));

-- The role somebody had when they did it. It is part of the entry's hash; earlier entries have none and keep theirs.
alter table audit_log add column actor_role text;
create or replace function audit_hash(entry audit_log, previous bytea) returns bytea language sql stable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to((jsonb_build_array(
    entry.id, entry.actor_id, entry.action, entry.subject_kind, entry.subject_id, entry.subject_title,
    entry.before, entry.after, entry.request_id,
    (extract(epoch from entry.created_at) * 1000000)::bigint)
    || case when entry.actor_role is null then '[]'::jsonb else jsonb_build_array(entry.actor_role) end)::text, 'UTF8'))
$$;
create or replace function name_audit() returns trigger language plpgsql as $$
begin
  new.subject_title := audit_title(new.subject_kind, new.subject_id, new.before);
  new.actor_role := coalesce(new.actor_role, (select u.staff_role from users u where u.id = new.actor_id));
  return new;
end $$;

-- What one member of staff proposed and another has to confirm.
create table proposals (
  id uuid primary key,
  kind text not null check (kind in ('ruling', 'owner')),
  -- The project, or the person who would become an owner.
  subject_id uuid not null,
  -- How the case was when it was proposed: the last event of the project, or the role of the person. If it changes, the
  -- proposal is void.
  subject_version text not null,
  proposed_by uuid references users (id) on delete set null,
  reason text not null,
  to_client_cents bigint check (to_client_cents >= 0),
  state text not null default 'open'
    check (state in ('open', 'confirmed', 'declined', 'withdrawn', 'void', 'expired')),
  note text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint proposals_of_two check (state not in ('confirmed', 'declined') or decided_by <> proposed_by),
  constraint proposals_decided check ((state = 'open') = (decided_at is null)),
  constraint proposals_rule check ((kind = 'ruling') = (to_client_cents is not null))
);
create unique index proposals_once on proposals (kind, subject_id) where state = 'open';
create index proposals_newest on proposals (created_at desc, id desc);
create index proposals_open on proposals (created_at desc, id desc) where state = 'open';
create index proposals_proposed_by on proposals (proposed_by) where proposed_by is not null;
create index proposals_decided_by on proposals (decided_by) where decided_by is not null;

-- Subscribers whose creator rights were taken away, until they are given back.
create table creator_removals (
  user_id uuid primary key references users (id) on delete cascade,
  reason text not null,
  removed_at timestamptz not null,
  -- Whether they were also creators without the subscription.
  had_grant boolean not null
);
-- Since when it gives no rights, while the card provider is told to end it.
alter table subscriptions add column stopped_at timestamptz;
-- The unused days of a subscription that was stopped, on their way back. Like `refunds`, which are of payments.
create table subscription_refunds (
  id uuid primary key,
  subscription_id uuid not null unique references subscriptions (id),
  charge_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  provider_id text unique,
  failure text,
  attempt integer not null default 1,
  asked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index subscription_refunds_waiting on subscription_refunds (updated_at) where state = 'waiting';

alter table appeals drop constraint appeals_kind_check,
  add constraint appeals_kind_check
    check (kind in ('post', 'portfolio', 'account', 'copyright', 'creator')) not valid;

-- Changes of the account itself are noted here, so that no way to make one can forget it: settings, an admin, the
-- command line, the card provider, or the identity provider at a sign-in. What a deletion does to these columns is part
-- of the deletion, and nobody reads events of a purged account.
create function note_account_change() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null and new.deleted_at is not null then
    insert into account_events (id, user_id, kind) values (gen_random_uuid(), new.id, 'deletion_asked');
  elsif old.deleted_at is not null and new.deleted_at is null then
    insert into account_events (id, user_id, kind) values (gen_random_uuid(), new.id, 'deletion_undone');
  elsif new.deleted_at is null then
    insert into account_events (id, user_id, kind, detail)
    select gen_random_uuid(), new.id, c.kind, c.detail
    from (values
      (old.email is distinct from new.email, 'email_changed', left(new.email, 320)),
      (old.handle is distinct from new.handle, 'handle_changed', new.handle),
      (old.staff_role is distinct from new.staff_role,
        case when new.staff_role is null then 'right_taken' else 'right_given' end,
        coalesce(new.staff_role, old.staff_role)),
      (old.is_creator <> new.is_creator, case when new.is_creator then 'right_given' else 'right_taken' end, 'creator')
    ) c (has_changed, kind, detail)
    where c.has_changed;
  end if;
  return null;
end $$;
create trigger users_note_change
  after update of email, handle, is_admin, staff_role, creator_granted, creator_subscribed, deleted_at on users
  for each row when (
    (old.email, old.handle, old.staff_role, old.is_creator, old.deleted_at)
      is distinct from (new.email, new.handle, new.staff_role, new.is_creator, new.deleted_at))
  execute function note_account_change();
