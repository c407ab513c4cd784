-- Boards that everybody can find, which therefore can be reported and taken down.
-- Compatible: the checks that go come back with one value more.
alter table boards
  drop constraint boards_visibility_check,
  add constraint boards_visibility_check check (visibility in ('private', 'link', 'public')) not valid,
  add column taken_down_at timestamptz,
  add column taken_down_reason text,
  add constraint boards_taken_down check ((taken_down_at is null) = (taken_down_reason is null)) not valid;
create index boards_public on boards (owner_id, changed_at desc, id desc)
  where visibility = 'public' and taken_down_at is null;
-- In the order of sitemaps.
create index boards_public_oldest on boards (created_at, id)
  where visibility = 'public' and taken_down_at is null;
create index boards_down on boards (owner_id) where taken_down_at is not null;

-- Makers who were told that something of theirs is on a public board: once for each board, of one thing on it.
create table board_makers (
  board_id uuid not null references boards (id) on delete cascade,
  maker_id uuid not null references users (id) on delete cascade,
  portfolio_id uuid references portfolio_items (id) on delete set null,
  post_id uuid references posts (id) on delete set null,
  -- Whose board it was, so that what one person tells others in a day is counted by one index.
  told_by uuid not null references users (id) on delete cascade,
  told_at timestamptz not null default now(),
  primary key (board_id, maker_id)
);
create index board_makers_maker on board_makers (maker_id);
create index board_makers_told on board_makers (told_by, told_at);
create index board_makers_portfolio on board_makers (portfolio_id) where portfolio_id is not null;
create index board_makers_post on board_makers (post_id) where post_id is not null;

-- The board that somebody is told of.
alter table notices
  add column board_id uuid references boards (id) on delete cascade,
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('like', 'comment', 'follow', 'feature', 'approval',
    'message', 'project', 'billing', 'standing', 'new_work', 'credit', 'board')) not valid;
create index notices_board on notices (board_id) where board_id is not null;
alter table notifications
  add column board_id uuid references boards (id) on delete set null,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'reply', 'mention', 'follow',
    'feature', 'approval', 'message', 'inquiry', 'project', 'money', 'standing', 'new_work', 'credit',
    'board')) not valid;
create index notifications_board on notifications (board_id) where board_id is not null;

alter table reports
  drop constraint reports_kind_check,
  add constraint reports_kind_check
    check (kind in ('message', 'post', 'portfolio', 'comment', 'user', 'board')) not valid;
alter table cases
  drop constraint cases_kind_check,
  add constraint cases_kind_check
    check (kind in ('message', 'post', 'portfolio', 'comment', 'user', 'board', 'dispute')) not valid;
alter table appeals
  drop constraint appeals_kind_check,
  add constraint appeals_kind_check
    check (kind in ('post', 'portfolio', 'board', 'account', 'copyright', 'creator', 'strike')) not valid;
alter table strikes
  drop constraint strikes_kind_check,
  add constraint strikes_kind_check
    check (kind in ('post', 'portfolio', 'board', 'comment', 'message')) not valid;

-- As before, and boards have titles.
create or replace function audit_title(kind text, id uuid, before jsonb) returns text language sql stable as $$
  select coalesce(before ->> 'title', case kind
    when 'post' then (select p.title from posts p where p.id = $2)
    when 'portfolio' then (select i.title from portfolio_items i where i.id = $2)
    when 'board' then (select bd.title from boards bd where bd.id = $2)
    when 'project' then (select p.title from projects p where p.id = $2)
    when 'promotion' then (select m.title from promotions m where m.id = $2)
    when 'report' then (
      select r.snapshot ->> 'title' from reports r where r.id = $2 and r.kind in ('post', 'portfolio', 'board'))
    when 'takedown' then (select n.work from takedown_notices n where n.id = $2)
  end)
$$;

-- What a cache in front has of a board that was public, and of its owner's profile, which counts it.
create function note_board_purge() returns trigger language plpgsql as $$
begin
  insert into cache_purges (subject_id)
  select s.id from cache_setup cross join (values (old.id), (old.owner_id)) s (id);
  return null;
end
$$;
create trigger boards_purge_changed after update on boards
  for each row when (
    (old.visibility = 'public' or new.visibility = 'public')
    and (old.title, old.description, old.visibility, old.taken_down_at, old.item_count, old.note_count)
      is distinct from
      (new.title, new.description, new.visibility, new.taken_down_at, new.item_count, new.note_count))
  execute function note_board_purge();
create trigger boards_purge_deleted after delete on boards
  for each row when (old.visibility = 'public') execute function note_board_purge();
