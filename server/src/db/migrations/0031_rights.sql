-- Author, copyright and credit stay in files unless their owner wants them removed.
alter table users add column keeps_name boolean not null default true;

alter table media
  -- What the file says about its author, copyright and credit; its renditions repeat it. Null when it says nothing.
  add column rights jsonb,
  -- Whether its renditions say that it is kept out of AI training, as `is_reserved` wants it; null when unknown.
  add column carries_reservation boolean,
  -- Attempts to write it into the renditions that failed since it was last wanted otherwise.
  add column marking_failures smallint not null default 0;

-- Those that were switched first, then old files, the newest first.
create index media_to_mark on media ((carries_reservation is null), id desc)
  where state = 'ready' and carries_reservation is distinct from is_reserved and marking_failures < 3;

-- As before, and a switch begins the attempts anew.
create or replace function refresh_media_reservation(ids uuid[]) returns void
  language sql
  begin atomic
    update media m set is_reserved = not m.is_reserved, marking_failures = 0
    where m.id = any (ids) and m.is_reserved <> coalesce(
      (select bool_or(i.is_reserved) from portfolio_items i where i.media_id = m.id),
      (select u.reserves_training from users u where u.id = m.owner_id));
  end;
