-- What a person has of their account: their profile, a copy of everything, and a way out.

-- A copy of everything somebody made, as one archive: exports/{id}.zip. Its row goes with the object.
create table account_exports (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  bytes bigint check (bytes > 0),
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  constraint account_exports_ready check (
    (state = 'ready') = (ready_at is not null and expires_at is not null and bytes is not null))
);
create index account_exports_own on account_exports (user_id, created_at desc, id desc);
create index account_exports_over on account_exports (expires_at) where expires_at is not null;

-- Whoever deletes their account is `Deleted user` at once, wherever a row still names them. Until the account is purged
-- their name and the rest of their profile wait here, for the person to come back to.
alter table users
  add column kept_profile jsonb,
  add column purged_at timestamptz;
create index users_to_purge on users (deleted_at) where deleted_at is not null and purged_at is null;

-- Works are found by their maker's name.
create function users_rename_works() returns trigger language plpgsql as $$
begin
  update portfolio_items i set doc = portfolio_doc(
    i.title, i.tags, new.first_name || ' ' || new.last_name, c.name, i.description)
  from categories c where i.creator_id = new.id and c.id = i.category_id;
  insert into search_terms (word, stem, item_count)
  select distinct w.word, w.stem, 1 from search_words(new.first_name || ' ' || new.last_name) w
  where exists (select 1 from portfolio_items where creator_id = new.id)
  order by w.word on conflict do nothing;
  return null;
end
$$;
create trigger users_rename_works after update of first_name, last_name on users
  for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
  execute function users_rename_works();
