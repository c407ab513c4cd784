-- Where a work stands: not shown yet, shown, taken off the wall by its creator, or deleted and kept for a while. What is
-- not published is never listed, so that every list, count and file knows it already.
-- Compatible: the index that goes comes back under its name, with one column more.
alter table portfolio_items
  add column state text not null default 'published'
    constraint portfolio_items_state check (state in ('draft', 'scheduled', 'published', 'hidden', 'binned')),
  add column state_at timestamptz not null default now(),
  add column publish_at timestamptz,
  -- Where it comes back to from the bin.
  add column binned_from text,
  -- It was published with blocks below it.
  add column has_case_study boolean not null default false,
  add constraint portfolio_items_listed check (not is_listed or state = 'published') not valid,
  add constraint portfolio_items_publish_at check ((state = 'scheduled') = (publish_at is not null)) not valid,
  add constraint portfolio_items_binned check ((state = 'binned') = (binned_from is not null)
    and (binned_from in ('draft', 'published', 'hidden')) is not false) not valid;

create index portfolio_items_unshown on portfolio_items (creator_id, state, state_at desc, id desc)
  where state <> 'published';
create index portfolio_items_due on portfolio_items (publish_at) where state = 'scheduled';
create index portfolio_items_bin on portfolio_items (state_at) where state = 'binned';

-- Places among a creator's works are counted from the index alone, for the creator too.
create index portfolio_items_creator_state on portfolio_items (creator_id, created_at desc, id desc)
  include (is_listed, state);
drop index portfolio_items_creator;
alter index portfolio_items_creator_state rename to portfolio_items_creator;

-- A post that shows a work and nothing else is private while the work is away, and comes back with it.
alter table posts add column is_away_with_work boolean not null default false;

create or replace trigger portfolio_items_next_card
  before update of title, description, category_id, media_id, starting_price_cents, tags, is_listed, featured_at,
    taken_down_at, author_gone, sensitive_by_author, sensitive_by_admin, origin, origin_parts, origin_said_at,
    is_reserved, state, has_case_study on portfolio_items
  for each row execute function next_card();

-- As before, and only what is published comes back with its creator.
create or replace function users_follow_standing() returns trigger language plpgsql as $$
declare
  step integer := case when new.is_gone then -1 else 1 end;
begin
  -- Whoever changes one of these holds it before its author: so does this, as far as it can.
  update posts set author_gone = new.is_gone where creator_id = new.id;
  with moved as (
    update portfolio_items i set author_gone = new.is_gone,
      is_listed = not new.is_gone and i.taken_down_at is null and i.state = 'published'
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
