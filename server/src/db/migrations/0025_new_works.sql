-- A new work reaches followers: a post of the type `portfolio` shows it, and everybody who follows its maker is notified.

-- Works that followers have heard of: each is announced once, by the first post of it that everybody may see. No
-- foreign key, so that a post and its work are never locked in two orders.
create table announced_works (
  item_id uuid primary key,
  announced_at timestamptz not null default now()
);

alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('like', 'comment', 'follow', 'feature', 'approval',
    'message', 'project', 'billing', 'standing', 'new_work')),
  -- Of a new work: when the last follower who was notified began to follow, and who it is. Followers are many, so
  -- they are notified in parts.
  add column after_time timestamptz,
  add column after_id uuid;
create index notices_new_work on notices (id) where kind = 'new_work';

alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'reply', 'mention', 'follow',
    'feature', 'approval', 'message', 'inquiry', 'project', 'money', 'standing', 'new_work')),
  -- New works of one maker gather in one notification until it is read. This is how many there are.
  add column work_count integer not null default 1 check (work_count >= 1);

create function posts_announce_work() returns trigger language plpgsql as $$
begin
  insert into announced_works (item_id) values (new.portfolio_id) on conflict do nothing;
  if found then
    insert into notices (kind, actor_id, post_id) values ('new_work', new.creator_id, new.id);
  end if;
  return null;
end
$$;
create trigger posts_announce_work_at_first after insert on posts
  -- What is imported with an older date is no news.
  for each row when (new.type = 'portfolio' and new.portfolio_id is not null and new.is_visible
    and new.created_at > now() - interval '1 day')
  execute function posts_announce_work();
create trigger posts_announce_work after update of is_public, is_approved, is_ready on posts
  for each row when (new.type = 'portfolio' and new.portfolio_id is not null and new.is_visible and not old.is_visible)
  execute function posts_announce_work();

-- A post whose work is deleted shows its files alone, and its type says so.
create function posts_lose_work() returns trigger language plpgsql as $$
begin
  new.type := case when exists (
      select 1 from post_media pm join media m on m.id = pm.media_id where pm.post_id = new.id and m.kind = 'video')
    then 'video' else 'image' end;
  return new;
end
$$;
create trigger posts_lose_work before update of portfolio_id on posts
  for each row when (old.portfolio_id is not null and new.portfolio_id is null and new.type = 'portfolio')
  execute function posts_lose_work();

-- What hung before is no news.
insert into announced_works (item_id) select id from portfolio_items;
