-- Author, copyright and credit stay in files unless their owner wants them removed.
alter table users add column keeps_name boolean not null default true;

alter table media
  -- What the file says about its author, copyright and credit; its renditions repeat it. Null when it says nothing.
  add column rights jsonb,
  -- Whether its renditions should say that it is kept out of AI training, and whether they do; null when unknown.
  add column wants_reservation boolean not null default true,
  add column carries_reservation boolean,
  -- Attempts to write it into the renditions that failed since it was last wanted otherwise.
  add column marking_failures smallint not null default 0;

-- Those that were switched first, then old files, the newest first.
create index media_to_mark on media ((carries_reservation is null), id desc)
  where state = 'ready' and carries_reservation is distinct from wants_reservation and marking_failures < 3;

-- A file in a work is reserved as the work is; any other as its owner's account is.
create function refresh_media_reservation(ids uuid[]) returns void
  language sql
  begin atomic
    update media m set wants_reservation = not m.wants_reservation, marking_failures = 0
    where m.id = any (ids) and m.wants_reservation <> coalesce(
      (select bool_or(i.is_reserved) from portfolio_items i where i.media_id = m.id),
      (select u.reserves_training from users u where u.id = m.owner_id));
  end;
create function portfolio_items_follow_reservation() returns trigger language plpgsql as $$
begin
  perform refresh_media_reservation(array[coalesce(new.media_id, old.media_id)]);
  return null;
end
$$;
create trigger portfolio_items_follow_reservation
  after insert or delete or update of is_reserved on portfolio_items
  for each row execute function portfolio_items_follow_reservation();
create function users_follow_reservation() returns trigger language plpgsql as $$
begin
  perform refresh_media_reservation(array(select id from media where owner_id = new.id));
  return null;
end
$$;
create trigger users_follow_reservation after update of reserves_training on users
  for each row when (old.reserves_training <> new.reserves_training)
  execute function users_follow_reservation();

-- Works whose creators chose before there were triggers.
select refresh_media_reservation(array(select media_id from portfolio_items where not is_reserved));
select refresh_media_reservation(
  array(select m.id from media m join users u on u.id = m.owner_id where not u.reserves_training));
