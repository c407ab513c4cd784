-- A cache in front of the servers is told what it must forget. The triggers note it in the transaction of the change,
-- whoever makes it: a person, an admin, a job or another trigger.

-- Has a row while there is a cache to tell; servers keep it.
create table cache_setup (
  is_on boolean primary key default true check (is_on)
);

create table cache_purges (
  id bigint primary key generated always as identity,
  -- The person, post, work, comment, review or file: answers that show it are tagged with it.
  subject_id uuid not null,
  -- The addresses of a file, for caches without tags.
  paths text[] not null default '{}',
  due_at timestamptz not null default now(),
  -- Whether it was sent once. It is sent twice, because an older answer may have been on its way.
  is_again boolean not null default false,
  failures smallint not null default 0
);
create index cache_purges_due on cache_purges (due_at, id);

create function note_purge() returns trigger language plpgsql as $$
begin
  insert into cache_purges (subject_id) select old.id from cache_setup;
  return null;
end
$$;

-- `card_version` rises with all that a card shows but the counters.
create trigger posts_purge_changed after update on posts
  for each row when (old.card_version <> new.card_version) execute function note_purge();
create trigger posts_purge_deleted after delete on posts
  for each row execute function note_purge();
create trigger portfolio_items_purge_changed after update on portfolio_items
  for each row when (old.card_version <> new.card_version) execute function note_purge();
create trigger portfolio_items_purge_deleted after delete on portfolio_items
  for each row execute function note_purge();

create trigger users_purge_changed after update on users
  for each row when (
    (old.handle, old.first_name, old.last_name, old.profile_image_url, old.location, old.bio, old.website,
      old.social_links, old.profile_colors, old.is_creator, old.is_gone)
    is distinct from
    (new.handle, new.first_name, new.last_name, new.profile_image_url, new.location, new.bio, new.website,
      new.social_links, new.profile_colors, new.is_creator, new.is_gone))
  execute function note_purge();
create trigger users_purge_deleted after delete on users
  for each row execute function note_purge();

create trigger comments_purge_changed after update on comments
  for each row when (
    (old.content, old.mentions, old.is_removed, old.author_gone)
    is distinct from (new.content, new.mentions, new.is_removed, new.author_gone))
  execute function note_purge();
create trigger comments_purge_deleted after delete on comments
  for each row execute function note_purge();

create trigger reviews_purge_changed after update on reviews
  for each row when (
    (old.text, old.rating, old.published_at) is distinct from (new.text, new.rating, new.published_at))
  execute function note_purge();
create trigger reviews_purge_deleted after delete on reviews
  for each row execute function note_purge();

create function note_media_purge() returns trigger language plpgsql as $$
begin
  insert into cache_purges (subject_id, paths)
  select old.id, array(
    select '/media/' || old.id || '/' || name
    from (select 'original.' || old.extension as name
      union all select r.name from media_renditions r where r.media_id = old.id) files)
  from cache_setup;
  return old;
end
$$;
create trigger media_purge_changed after update on media
  for each row when (
    (old.is_private, old.is_reserved, old.carries_reservation, old.has_captions)
    is distinct from (new.is_private, new.is_reserved, new.carries_reservation, new.has_captions))
  execute function note_media_purge();
-- Before it, because its renditions are deleted with it.
create trigger media_purge_deleted before delete on media
  for each row execute function note_media_purge();
