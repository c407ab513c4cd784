-- Figures for creators. What happens is noted by triggers in the statement that does it, as a row of `tallies_due`
-- that no two writers contend for; a job folds those into tallies by the quarter of an hour, since no time zone's day
-- begins anywhere else. A figure is always the folded and the due together: never late, and no event is read again.
create type view_source as enum ('for_you', 'wall', 'search', 'profile', 'tag', 'link', 'other');

-- Where somebody came from when they first looked on that day.
alter table portfolio_views add column source view_source not null default 'other';
alter table post_views add column source view_source not null default 'other';
-- What somebody looked at lately: whoever inquires or hires is looked up in it.
create index portfolio_views_viewer_day on portfolio_views (viewer_id, day);
create index post_views_viewer_day on post_views (viewer_id, day);
drop index portfolio_views_viewer;
drop index post_views_viewer;

create function slot_of(at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return date_bin('15 minutes', at, '2000-01-01 00:00+00');
create function utc_day_of(at timestamptz) returns timestamptz
  language sql immutable parallel safe
  return date_bin('1 day', at, '2000-01-01 00:00+00');

-- Everything of one creator.
create table creator_tallies (
  creator_id uuid not null references users (id) on delete cascade,
  slot timestamptz not null,
  views integer not null default 0,
  likes integer not null default 0,
  saves integer not null default 0,
  messages integer not null default 0,
  earnings_cents bigint not null default 0,
  primary key (creator_id, slot)
) with (fillfactor = 85);
-- Of a work, and of a way that people come by: by the slot for where a period begins, by days of UTC for the rest.
create table work_tallies (
  creator_id uuid not null references users (id) on delete cascade,
  is_day boolean not null,
  slot timestamptz not null,
  item_id uuid not null references portfolio_items (id) on delete cascade,
  views integer not null default 0,
  likes integer not null default 0,
  messages integer not null default 0,
  deposits integer not null default 0,
  completions integer not null default 0,
  primary key (creator_id, is_day, slot, item_id)
) with (fillfactor = 85);
create index work_tallies_item on work_tallies (item_id);
create table source_tallies (
  creator_id uuid not null references users (id) on delete cascade,
  is_day boolean not null,
  slot timestamptz not null,
  source view_source not null,
  views integer not null default 0,
  messages integer not null default 0,
  deposits integer not null default 0,
  completions integer not null default 0,
  primary key (creator_id, is_day, slot, source)
) with (fillfactor = 85);

-- Written by every batch of likes: as little as there can be.
create table tallies_due (
  creator_id uuid not null,
  slot timestamptz not null,
  item_id uuid,
  source view_source,
  views integer not null default 0,
  likes integer not null default 0,
  saves integer not null default 0,
  messages integer not null default 0,
  earnings_cents bigint not null default 0,
  deposits integer not null default 0,
  completions integer not null default 0
);
create index tallies_due_creator on tallies_due (creator_id, slot);

-- By which way the client of a hire came.
alter table projects add column source view_source not null default 'other';

-- Takes what is due into the tallies; answers how much that was. Of creators and works that are gone nothing is kept.
create function fold_tallies(at_most integer) returns bigint
  language sql
  begin atomic
    with taken as (
      delete from tallies_due where ctid in (
        select ctid from tallies_due limit at_most for update skip locked)
      returning *),
    of_creators as (
      insert into creator_tallies as t (creator_id, slot, views, likes, saves, messages, earnings_cents)
      select d.creator_id, d.slot, sum(d.views), sum(d.likes), sum(d.saves), sum(d.messages), sum(d.earnings_cents)
      from taken d join users u on u.id = d.creator_id
      group by 1, 2
      having count(*) filter (where d.views <> 0 or d.likes <> 0 or d.saves <> 0 or d.messages <> 0
        or d.earnings_cents <> 0) > 0
      order by 1, 2
      on conflict (creator_id, slot) do update set views = t.views + excluded.views,
        likes = t.likes + excluded.likes, saves = t.saves + excluded.saves,
        messages = t.messages + excluded.messages, earnings_cents = t.earnings_cents + excluded.earnings_cents),
    of_works as (
      insert into work_tallies as t (creator_id, is_day, slot, item_id, views, likes, messages, deposits, completions)
      select i.creator_id, g.is_day, case when g.is_day then utc_day_of(d.slot) else d.slot end as begins, i.id,
        sum(d.views), sum(d.likes), sum(d.messages), sum(d.deposits), sum(d.completions)
      from taken d join portfolio_items i on i.id = d.item_id
      cross join (values (false), (true)) g (is_day)
      group by 1, 2, 3, 4
      having count(*) filter (where d.views <> 0 or d.likes <> 0 or d.messages <> 0 or d.deposits <> 0
        or d.completions <> 0) > 0
      order by 1, 2, 3, 4
      on conflict (creator_id, is_day, slot, item_id) do update set views = t.views + excluded.views,
        likes = t.likes + excluded.likes, messages = t.messages + excluded.messages,
        deposits = t.deposits + excluded.deposits, completions = t.completions + excluded.completions),
    of_sources as (
      insert into source_tallies as t (creator_id, is_day, slot, source, views, messages, deposits, completions)
      select d.creator_id, g.is_day, case when g.is_day then utc_day_of(d.slot) else d.slot end as begins, d.source,
        sum(d.views), sum(d.messages), sum(d.deposits), sum(d.completions)
      from taken d join users u on u.id = d.creator_id
      cross join (values (false), (true)) g (is_day)
      where d.source is not null
      group by 1, 2, 3, 4
      order by 1, 2, 3, 4
      on conflict (creator_id, is_day, slot, source) do update set views = t.views + excluded.views,
        messages = t.messages + excluded.messages, deposits = t.deposits + excluded.deposits,
        completions = t.completions + excluded.completions)
    select count(*) from taken;
  end;

-- A like or save that is taken back is taken out of the quarter of an hour it was given in. A work that goes takes
-- only itself along: its likes are gone after it, and what it got stays with its creator. Nobody's own count.
create function tally_work_marks() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
  is_like integer := (tg_argv[0] = 'likes')::integer;
begin
  -- A batch has both kinds of triggers, and seldom rows for both.
  if not exists (select from moved) then
    return null;
  end if;
  insert into tallies_due (creator_id, item_id, slot, likes, saves)
  select i.creator_id, i.id, slot_of(r.created_at), count(*) * step * is_like, count(*) * step * (1 - is_like)
  from moved r join portfolio_items i on i.id = r.item_id and i.creator_id <> r.user_id
  group by 1, 2, 3;
  return null;
end $$;
create function tally_post_marks() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
  is_like integer := (tg_argv[0] = 'likes')::integer;
begin
  -- A batch has both kinds of triggers, and seldom rows for both.
  if not exists (select from moved) then
    return null;
  end if;
  insert into tallies_due (creator_id, slot, likes, saves)
  select p.creator_id, slot_of(r.created_at), count(*) * step * is_like, count(*) * step * (1 - is_like)
  from moved r join posts p on p.id = r.post_id and p.creator_id <> r.user_id
  group by 1, 2;
  return null;
end $$;
create trigger tally_given after insert on portfolio_likes
  referencing new table as moved for each statement execute function tally_work_marks('likes');
create trigger tally_taken after delete on portfolio_likes
  referencing old table as moved for each statement execute function tally_work_marks('likes');
create trigger tally_given after insert on portfolio_saves
  referencing new table as moved for each statement execute function tally_work_marks('saves');
create trigger tally_taken after delete on portfolio_saves
  referencing old table as moved for each statement execute function tally_work_marks('saves');
create trigger tally_given after insert on post_likes
  referencing new table as moved for each statement execute function tally_post_marks('likes');
create trigger tally_taken after delete on post_likes
  referencing old table as moved for each statement execute function tally_post_marks('likes');
create trigger tally_given after insert on post_saves
  referencing new table as moved for each statement execute function tally_post_marks('saves');
create trigger tally_taken after delete on post_saves
  referencing old table as moved for each statement execute function tally_post_marks('saves');

-- Of a look only the day is kept: one that is written later than its day counts at noon.
create function look_slot(day date) returns timestamptz
  language sql stable parallel safe
  return slot_of(case when day = (now() at time zone 'utc')::date then now()
    else (day + time '12:00') at time zone 'utc' end);
create function tally_work_views() returns trigger language plpgsql as $$
begin
  insert into tallies_due (creator_id, item_id, source, slot, views)
  select i.creator_id, i.id, r.source, look_slot(r.day), count(*)
  from moved r join portfolio_items i on i.id = r.item_id and i.creator_id <> r.viewer_id
  group by 1, 2, 3, 4;
  return null;
end $$;
create function tally_post_views() returns trigger language plpgsql as $$
begin
  insert into tallies_due (creator_id, source, slot, views)
  select p.creator_id, r.source, look_slot(r.day), count(*)
  from moved r join posts p on p.id = r.post_id and p.creator_id <> r.viewer_id
  group by 1, 2, 3;
  return null;
end $$;
create trigger tally_looks after insert on portfolio_views
  referencing new table as moved for each statement execute function tally_work_views();
create trigger tally_looks after insert on post_views
  referencing new table as moved for each statement execute function tally_post_views();

-- Where a client came from: their newest look at the work, else at anything of the creator's, within thirty days.
create function source_of_client(client uuid, creator uuid, item uuid, at timestamptz) returns view_source
  language sql stable
  return coalesce((
    select v.source from (
      select v.source, v.day, v.item_id = item as is_it
      from portfolio_views v join portfolio_items i on i.id = v.item_id and i.creator_id = creator
      where v.viewer_id = client and v.day between (at at time zone 'utc')::date - 30 and (at at time zone 'utc')::date
      union all
      select v.source, v.day, false
      from post_views v join posts p on p.id = v.post_id and p.creator_id = creator
      where v.viewer_id = client and v.day between (at at time zone 'utc')::date - 30 and (at at time zone 'utc')::date
    ) v order by v.is_it desc nulls last, v.day desc limit 1), 'other');

create function tally_inquiry(m messages) returns void language plpgsql as $$
declare
  item uuid := (select id from portfolio_items where id = m.item_id and creator_id = m.receiver_id);
begin
  insert into tallies_due (creator_id, item_id, source, slot, messages)
  values (m.receiver_id, item, source_of_client(m.sender_id, m.receiver_id, item, m.created_at),
    slot_of(m.created_at), 1);
end $$;
create function tally_inquiries() returns trigger language plpgsql as $$
begin
  perform tally_inquiry(new);
  return null;
end $$;
create trigger tally_inquiries after insert on messages
  for each row when (new.message_type = 'business_inquiry') execute function tally_inquiries();

-- Deposits and completions of hires, each on its own day.
create function projects_find_source() returns trigger language plpgsql as $$
begin
  new.source := source_of_client(new.client_id, new.creator_id, new.item_id, new.created_at);
  return new;
end $$;
create trigger projects_find_source before insert on projects
  for each row execute function projects_find_source();
create function tally_project(p projects, had_deposit boolean, had_completed boolean) returns void language sql
  begin atomic
    insert into tallies_due (creator_id, item_id, source, slot, deposits, completions)
    select p.creator_id, i.id, p.source, slot_of(s.at), s.deposits, s.completions
    from (values (p.deposit_paid_at, 1, 0, had_deposit), (p.completed_at, 0, 1, had_completed))
      s (at, deposits, completions, is_counted)
    left join portfolio_items i on i.id = p.item_id and i.creator_id = p.creator_id
    where s.at is not null and not s.is_counted;
  end;
create function tally_projects() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform tally_project(new, false, false);
  else
    perform tally_project(new, old.deposit_paid_at is not null, old.completed_at is not null);
  end if;
  return null;
end $$;
create trigger tally_projects after insert or update of deposit_paid_at, completed_at on projects
  for each row execute function tally_projects();

-- What became the creator's, after the card's fee, on the day the books say so; what a chargeback took back of it is
-- taken off on the day the bank decided. Money that went back to a client before was never the creator's.
create function tally_earning(e ledger_entries) returns void language sql
  begin atomic
    insert into tallies_due (creator_id, slot, earnings_cents)
    select e.owner_id, slot_of(e.created_at), -e.amount_cents
    from ledger_transactions t join projects p on p.id = t.project_id
    where t.id = e.transaction_id and t.kind in ('allocation', 'chargeback_lost') and p.creator_id = e.owner_id;
  end;
create function tally_earnings() returns trigger language plpgsql as $$
begin
  perform tally_earning(new);
  return null;
end $$;
create trigger tally_earnings after insert on ledger_entries
  for each row when (new.account = 'payable') execute function tally_earnings();

-- All that happened before.
insert into tallies_due (creator_id, item_id, source, slot, views)
select i.creator_id, i.id, v.source, slot_of((v.day + time '12:00') at time zone 'utc'), count(*)
from portfolio_views v join portfolio_items i on i.id = v.item_id and i.creator_id <> v.viewer_id
group by 1, 2, 3, 4;
insert into tallies_due (creator_id, source, slot, views)
select p.creator_id, v.source, slot_of((v.day + time '12:00') at time zone 'utc'), count(*)
from post_views v join posts p on p.id = v.post_id and p.creator_id <> v.viewer_id
group by 1, 2, 3;
insert into tallies_due (creator_id, item_id, slot, likes, saves)
select i.creator_id, i.id, slot_of(r.created_at), sum(r.likes), sum(r.saves)
from (select item_id, user_id, created_at, 1 as likes, 0 as saves from portfolio_likes
  union all select item_id, user_id, created_at, 0, 1 from portfolio_saves) r
join portfolio_items i on i.id = r.item_id and i.creator_id <> r.user_id
group by 1, 2, 3;
insert into tallies_due (creator_id, slot, likes, saves)
select p.creator_id, slot_of(r.created_at), sum(r.likes), sum(r.saves)
from (select post_id, user_id, created_at, 1 as likes, 0 as saves from post_likes
  union all select post_id, user_id, created_at, 0, 1 from post_saves) r
join posts p on p.id = r.post_id and p.creator_id <> r.user_id
group by 1, 2;
do $$
declare
  one record;
begin
  for one in select m from messages m where m.message_type = 'business_inquiry' loop
    perform tally_inquiry(one.m);
  end loop;
  for one in select p from projects p where p.deposit_paid_at is not null loop
    perform tally_project(one.p, false, false);
  end loop;
  for one in select e from ledger_entries e where e.account = 'payable' loop
    perform tally_earning(one.e);
  end loop;
end $$;
select fold_tallies(2147483647);
