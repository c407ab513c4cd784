-- Links by which an admin makes somebody another one. Of what stands in a link only the hash is kept.
create table invitations (
  id uuid primary key,
  token_hash bytea not null unique,
  -- Where one is given, only the account with this verified address can accept.
  email text,
  note text not null default '',
  made_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_by uuid references users (id) on delete set null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_one_end check (used_at is null or revoked_at is null)
);
create index invitations_newest on invitations (created_at desc, id desc);
create index invitations_made_by on invitations (made_by) where made_by is not null;
create index invitations_used_by on invitations (used_by) where used_by is not null;

-- The log as a chain: every entry carries the hash of its content and of the entry before it, so that whoever changes
-- or takes out one with more rights than the server has would have to write all that follow anew.
alter table audit_log
  -- What a thing was called then. People are not named here: their account can be deleted.
  add column subject_title text,
  add column place bigint unique,
  add column hash bytea,
  add constraint audit_log_chain check ((place is null) = (hash is null));
create index audit_log_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_action on audit_log (action, created_at desc, id desc);
create index audit_log_subject on audit_log (subject_id, created_at desc, id desc);
create index audit_log_title on audit_log using gin (name_words(subject_title) gin_trgm_ops);

create function audit_title(kind text, id uuid, before jsonb) returns text language sql stable as $$
  select coalesce(before ->> 'title', case kind
    when 'post' then (select p.title from posts p where p.id = $2)
    when 'portfolio' then (select i.title from portfolio_items i where i.id = $2)
    when 'project' then (select p.title from projects p where p.id = $2)
    when 'promotion' then (select m.title from promotions m where m.id = $2)
    when 'report' then (
      select r.snapshot ->> 'title' from reports r where r.id = $2 and r.kind in ('post', 'portfolio'))
    when 'takedown' then (select n.work from takedown_notices n where n.id = $2)
  end)
$$;
create function name_audit() returns trigger language plpgsql as $$
begin
  new.subject_title := audit_title(new.subject_kind, new.subject_id, new.before);
  return new;
end $$;
create trigger audit_log_named before insert on audit_log for each row execute function name_audit();

create function audit_hash(entry audit_log, previous bytea) returns bytea language sql stable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(
    entry.id, entry.actor_id, entry.action, entry.subject_kind, entry.subject_id, entry.subject_title,
    entry.before, entry.after, entry.request_id,
    (extract(epoch from entry.created_at) * 1000000)::bigint)::text, 'UTF8'))
$$;

-- At the commit, so that nobody waits for anything else while holding the end of the chain.
create function chain_audit() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtextextended('end of the audit chain', 0));
  select place, hash into last from audit_log where place is not null order by place desc limit 1;
  update audit_log set place = coalesce(last.place, 0) + 1, hash = audit_hash(new, last.hash)
    where id = new.id;
  return null;
end $$;
create constraint trigger audit_log_chained after insert on audit_log
  deferrable initially deferred for each row execute function chain_audit();

drop trigger audit_log_kept on audit_log;
do $$
declare
  entry audit_log;
  last_hash bytea;
  last_place bigint := 0;
begin
  update audit_log set subject_title = audit_title(subject_kind, subject_id, before);
  for entry in select * from audit_log order by created_at, id loop
    last_hash := audit_hash(entry, last_hash);
    last_place := last_place + 1;
    update audit_log set place = last_place, hash = last_hash where id = entry.id;
  end loop;
end $$;
create trigger audit_log_kept before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
-- An entry takes its place in the chain, once; nothing else of it ever changes.
create trigger audit_log_unchanged before update on audit_log for each row
  when (old.hash is not null
    or to_jsonb(old) - 'place' - 'hash' is distinct from to_jsonb(new) - 'place' - 'hash')
  execute function refuse_audit_change();
-- Also for a session that has triggers switched off.
alter table audit_log enable always trigger audit_log_kept;
alter table audit_log enable always trigger audit_log_unchanged;
