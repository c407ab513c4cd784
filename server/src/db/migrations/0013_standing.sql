-- What stands: who is gone, what was taken down, what is sensitive; and what people say against it.

-- Deleted people keep their row for those who hold letters and projects of theirs. Who is suspended or deleted is gone:
-- nothing of theirs is in a list, a search or a counter until they are back.
alter table users
  add column deleted_at timestamptz,
  add column suspended_reason text,
  add column is_gone boolean not null generated always as
    (suspended_at is not null or deleted_at is not null) stored,
  -- Sensitive pictures are blurred for everybody else until they ask for each.
  add column shows_sensitive boolean not null default false;
drop index users_new_creators;
create index users_new_creators on users (created_at desc, id desc) where is_creator and not is_gone;
create index users_deleted on users (deleted_at) where deleted_at is not null;

-- author_gone follows users.is_gone. An admin's label is kept apart, so that the author cannot take it off.
alter table portfolio_items
  add column taken_down_at timestamptz,
  add column taken_down_reason text,
  add column author_gone boolean not null default false,
  add column sensitive_by_author boolean not null default false,
  add column sensitive_by_admin boolean not null default false,
  add column is_sensitive boolean not null generated always as
    (sensitive_by_author or sensitive_by_admin) stored,
  add constraint portfolio_items_taken_down check ((taken_down_at is null) = (taken_down_reason is null)),
  add constraint portfolio_items_hang check (not (is_listed and (author_gone or taken_down_at is not null)));
create index portfolio_items_taken_down on portfolio_items (taken_down_at desc, id desc)
  where taken_down_at is not null;

-- The same for posts, whose is_visible is generated: made again with its indexes and with what is bound to it.
drop trigger posts_follow_visibility on posts;
drop function refresh_media_privacy(uuid[]);
drop index posts_newest, posts_hot, posts_category_newest, posts_category_hot, posts_creator;
alter table posts
  drop column is_visible,
  add column taken_down_at timestamptz,
  add column taken_down_reason text,
  add column author_gone boolean not null default false,
  add column sensitive_by_author boolean not null default false,
  add column sensitive_by_admin boolean not null default false,
  add column is_sensitive boolean not null generated always as
    (sensitive_by_author or sensitive_by_admin) stored,
  add constraint posts_taken_down check ((taken_down_at is null) = (taken_down_reason is null));
alter table posts add column is_visible boolean not null generated always as
  (is_public and is_approved and is_ready and taken_down_at is null and not author_gone) stored;
create index posts_newest on posts (created_at desc, id desc) where is_visible;
create index posts_hot on posts (hot desc, id desc) where is_visible;
create index posts_category_newest on posts (category_id, created_at desc, id desc) where is_visible;
create index posts_category_hot on posts (category_id, hot desc, id desc) where is_visible;
create index posts_creator on posts (creator_id, created_at desc, id desc) include (is_visible);
create index posts_taken_down on posts (taken_down_at desc, id desc) where taken_down_at is not null;

-- A file is private while it stands in messages, in posts or in a work that was taken down, and nowhere that everybody
-- may see.
create function refresh_media_privacy(ids uuid[]) returns void
  language sql
  begin atomic
    update media m set is_private = not m.is_private
    where m.id = any (ids) and m.is_private <> (
      (exists (select 1 from post_media pm where pm.media_id = m.id)
        or exists (select 1 from message_media mm where mm.media_id = m.id)
        or exists (select 1 from portfolio_items i where i.media_id = m.id
          and (i.author_gone or i.taken_down_at is not null)))
      and not exists (select 1 from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = m.id and p.is_visible)
      and not exists (select 1 from portfolio_items i where i.media_id = m.id and i.is_listed)
      and not exists (select 1 from users u
        where u.id = m.owner_id and u.profile_image_url like '%/media/' || m.id || '/%'));
  end;
create trigger posts_follow_visibility
  after insert or delete or update of is_public, is_approved, is_ready, taken_down_at, author_gone, tags on posts
  for each row execute function posts_follow_visibility();

-- A file is sensitive while it stands in something that is: so whatever shows its picture knows.
alter table media add column is_sensitive boolean not null default false;
create function refresh_media_sensitivity(ids uuid[]) returns void
  language sql
  begin atomic
    update media m set is_sensitive = not m.is_sensitive
    where m.id = any (ids) and m.is_sensitive <> (
      exists (select 1 from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = m.id and p.is_sensitive)
      or exists (select 1 from portfolio_items i where i.media_id = m.id and i.is_sensitive));
  end;
create function follow_sensitivity() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'posts' then
    perform refresh_media_sensitivity(array(select media_id from post_media where post_id = new.id));
  else
    perform refresh_media_sensitivity(array[coalesce(new.media_id, old.media_id)]);
  end if;
  return null;
end
$$;
create trigger post_media_follow_sensitivity after insert or delete on post_media
  for each row execute function follow_sensitivity();
create trigger posts_follow_sensitivity after update of sensitive_by_author, sensitive_by_admin on posts
  for each row execute function follow_sensitivity();
create trigger portfolio_items_follow_sensitivity
  after insert or delete or update of sensitive_by_author, sensitive_by_admin on portfolio_items
  for each row execute function follow_sensitivity();

-- Comments of who is gone are not counted. Under one with replies its place is left, as of a removed one.
alter table comments add column author_gone boolean not null default false;

-- What follows when somebody goes or comes back, whoever does it. Their likes, saves, shares, comments and follows
-- stay as rows that nothing counts: who deletes such a row moves no counter. No drifted counter keeps anybody in.
create function users_follow_standing() returns trigger language plpgsql as $$
declare
  step integer := case when new.is_gone then -1 else 1 end;
begin
  -- Whoever changes one of these holds it before its author: so does this, as far as it can.
  update posts set author_gone = new.is_gone where creator_id = new.id;
  with moved as (
    update portfolio_items i set author_gone = new.is_gone,
      is_listed = not new.is_gone and i.taken_down_at is null
        and exists (select 1 from media m where m.id = i.media_id and m.state = 'ready')
    from (select id, is_listed as was from portfolio_items where creator_id = new.id) o
    where i.id = o.id
    returning i.category_id, i.is_listed::int - o.was::int as by),
  shifts as (select category_id, sum(moved.by) as by from moved group by category_id),
  rooms as (select id from categories order by id for no key update)
  update categories c set work_count = c.work_count + shifts.by from shifts, rooms
  where c.id = shifts.category_id and c.id = rooms.id and shifts.by <> 0;

  update posts p set comment_count = greatest(p.comment_count + step * t.n, 0) from (
    select post_id, count(*) as n from comments where author_id = new.id and author_gone <> new.is_gone
      and not is_removed group by post_id) t where p.id = t.post_id;
  update comments c set reply_count = greatest(c.reply_count + step * t.n, 0) from (
    select parent_id, count(*) as n from comments where author_id = new.id and author_gone <> new.is_gone
      and parent_id is not null group by parent_id) t where c.id = t.parent_id;
  update comments set author_gone = new.is_gone where author_id = new.id and author_gone <> new.is_gone;

  update posts p set like_count = greatest(p.like_count + step, 0) from post_likes l where l.user_id = new.id and p.id = l.post_id;
  update posts p set save_count = greatest(p.save_count + step, 0) from post_saves s where s.user_id = new.id and p.id = s.post_id;
  update posts p set share_count = greatest(p.share_count + step, 0) from post_shares s where s.user_id = new.id and p.id = s.post_id;
  update portfolio_items i set like_count = greatest(i.like_count + step, 0)
    from portfolio_likes l where l.user_id = new.id and i.id = l.item_id;
  update portfolio_items i set save_count = greatest(i.save_count + step, 0)
    from portfolio_saves s where s.user_id = new.id and i.id = s.item_id;
  update comments c set like_count = greatest(c.like_count + step, 0)
    from comment_likes l where l.user_id = new.id and c.id = l.comment_id;

  -- In order of their ids, as a follow holds its two.
  perform id from users where id in (
    select followed_id from follows where follower_id = new.id
    union select follower_id from follows where followed_id = new.id)
    order by id for no key update;
  update users u set follower_count = greatest(u.follower_count + step, 0)
    from follows f where f.follower_id = new.id and u.id = f.followed_id;
  update users u set following_count = greatest(u.following_count + step, 0)
    from follows f where f.followed_id = new.id and u.id = f.follower_id;
  return null;
end
$$;
create temporary table were_suspended on commit drop as
  select id, suspended_at from users where suspended_at is not null;
update users set suspended_at = null where suspended_at is not null;
create trigger users_follow_standing after update of suspended_at, deleted_at on users
  for each row when (old.is_gone is distinct from new.is_gone) execute function users_follow_standing();

-- Who was suspended before this goes once more, now that something follows from it.
update users u set suspended_at = w.suspended_at from were_suspended w where w.id = u.id;

-- An appeal against one act: a takedown, a suspension, a copyright notice. Once each.
create table appeals (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('post', 'portfolio', 'account', 'copyright')),
  -- The post, the work, the person, or of copyright the notice.
  subject_id uuid not null,
  -- When the act was done that it speaks against.
  against_at timestamptz not null,
  reason text not null,
  text text not null,
  state text not null default 'open' check (state in ('open', 'upheld', 'restored')),
  note text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint appeals_once unique (user_id, kind, subject_id, against_at),
  constraint appeals_decided check ((state = 'open') = (decided_at is null))
);
create index appeals_own on appeals (user_id, created_at desc, id desc);
create index appeals_open on appeals (created_at desc, id desc) where state = 'open';
create index appeals_done on appeals (decided_at desc, id desc) where state <> 'open';
create index appeals_decided_by on appeals (decided_by) where decided_by is not null;

-- Notices of copyright holders, who need no account. Nothing refers to what they name: the notice outlives it.
create table takedown_notices (
  id uuid primary key,
  number bigint not null unique generated always as identity (start with 1001),
  work text not null,
  -- The address they gave, and what stands there.
  url text not null,
  kind text not null check (kind in ('post', 'portfolio')),
  subject_id uuid not null,
  author_id uuid references users (id) on delete set null,
  name text not null,
  email text not null,
  organisation text not null default '',
  address text not null,
  signature text not null,
  -- Whom the hourly limit counts; forgotten after the hour.
  sent_from text,
  state text not null default 'received'
    check (state in ('received', 'removed', 'counter', 'restored', 'closed')),
  note text,
  removed_at timestamptz,
  -- Ten business days after the counter-notice: it goes back up unless the holder went to court.
  restore_at timestamptz,
  decided_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint takedown_notices_counter check ((state = 'counter') = (restore_at is not null))
);
create index takedown_notices_newest on takedown_notices (created_at desc, id desc);
create index takedown_notices_open on takedown_notices (created_at desc, id desc)
  where state in ('received', 'removed', 'counter');
create index takedown_notices_due on takedown_notices (restore_at) where restore_at is not null;
create index takedown_notices_sent on takedown_notices (sent_from, created_at desc) where sent_from is not null;
create index takedown_notices_subject on takedown_notices (kind, subject_id);
create index takedown_notices_author on takedown_notices (author_id) where author_id is not null;
create index takedown_notices_decided_by on takedown_notices (decided_by) where decided_by is not null;

-- What became of one's own work: taken down, restored.
alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('like', 'comment', 'follow', 'feature', 'approval',
    'message', 'project', 'billing', 'standing'));
alter table notifications
  drop constraint notifications_kind_check,
  drop column topic,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'reply', 'mention', 'follow',
    'feature', 'approval', 'message', 'inquiry', 'project', 'money', 'standing'));
alter table notifications add column topic text not null generated always as (
  case when kind in ('like', 'comment', 'feature', 'approval', 'standing') then 'work'
    when kind in ('project', 'money') then 'money' else 'people' end) stored;
create index notifications_topic on notifications (user_id, topic, updated_at desc, id desc);
