-- Whether a file is kept out of AI training, so that the answer for it needs no second query. A file that is a work
-- follows the work; every other file follows its owner.
alter table media add column is_reserved boolean not null default true;

create function refresh_media_reservation(ids uuid[]) returns void
  language sql
  begin atomic
    update media m set is_reserved = not m.is_reserved
    where m.id = any (ids) and m.is_reserved <> coalesce(
      (select bool_or(i.is_reserved) from portfolio_items i where i.media_id = m.id),
      (select u.reserves_training from users u where u.id = m.owner_id));
  end;

create function media_start_reservation() returns trigger language plpgsql as $$
begin
  select u.reserves_training into new.is_reserved from users u where u.id = new.owner_id;
  -- A missing owner fails by its foreign key.
  new.is_reserved := coalesce(new.is_reserved, true);
  return new;
end
$$;
create trigger media_start_reservation before insert on media
  for each row execute function media_start_reservation();

create function portfolio_items_follow_reservation() returns trigger language plpgsql as $$
begin
  perform refresh_media_reservation(case tg_op
    when 'INSERT' then array[new.media_id]
    when 'DELETE' then array[old.media_id]
    else array[old.media_id, new.media_id] end);
  return null;
end
$$;
create trigger portfolio_items_follow_reservation
  after insert or delete or update of is_reserved, media_id on portfolio_items
  for each row execute function portfolio_items_follow_reservation();

create function users_follow_reservation() returns trigger language plpgsql as $$
begin
  perform refresh_media_reservation(array(select id from media where owner_id = new.id));
  return null;
end
$$;
create trigger users_follow_reservation after update of reserves_training on users
  for each row when (old.reserves_training is distinct from new.reserves_training)
  execute function users_follow_reservation();

-- What was said before this column was there.
update media m set is_reserved = false
from users u
where u.id = m.owner_id and not coalesce(
  (select bool_or(i.is_reserved) from portfolio_items i where i.media_id = m.id), u.reserves_training);
