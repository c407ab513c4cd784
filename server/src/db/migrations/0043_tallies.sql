-- Tallies in four sizes, so that a year is read as twelve months and not as thousands of quarters of an hour. Of a
-- creator there are quarters and hours, because a day begins at any quarter of an hour somewhere; of works and sources
-- there are quarters and hours for where a period begins, then days, then months. Days and months are those of UTC.
create type tally_grain as enum ('quarter', 'hour', 'day', 'month');

-- When the tally begins that something of this quarter of an hour belongs to.
create function tally_begin(grain tally_grain, slot timestamptz) returns timestamptz
  language sql immutable parallel safe
  return case grain
    when 'quarter' then slot
    when 'hour' then date_bin('1 hour', slot, '2000-01-01 00:00+00')
    when 'day' then date_bin('1 day', slot, '2000-01-01 00:00+00')
    else date_trunc('month', slot at time zone 'UTC') at time zone 'UTC'
  end;

drop function fold_tallies(integer, uuid);
drop function utc_day_of(timestamptz);

alter table creator_tallies add column grain tally_grain not null default 'quarter';
alter table creator_tallies alter column grain drop default;
alter table creator_tallies drop constraint creator_tallies_pkey;
alter table creator_tallies add primary key (creator_id, grain, slot);
insert into creator_tallies (creator_id, grain, slot, views, likes, saves, messages, earnings_cents)
select creator_id, 'hour', tally_begin('hour', slot), sum(views), sum(likes), sum(saves), sum(messages),
  sum(earnings_cents)
from creator_tallies group by 1, 3 order by 1, 3;

alter table work_tallies alter column is_day type tally_grain
  using case when is_day then 'day'::tally_grain else 'quarter' end;
alter table work_tallies rename column is_day to grain;
insert into work_tallies (creator_id, grain, slot, item_id, views, likes, messages, deposits, completions)
select creator_id, g.grain, tally_begin(g.grain, slot), item_id, sum(views), sum(likes), sum(messages), sum(deposits),
  sum(completions)
from work_tallies t cross join (values ('hour'::tally_grain, 'quarter'::tally_grain), ('month', 'day')) g (grain, from_grain)
where t.grain = g.from_grain group by 1, 2, 3, 4 order by 1, 2, 3, 4;

alter table source_tallies alter column is_day type tally_grain
  using case when is_day then 'day'::tally_grain else 'quarter' end;
alter table source_tallies rename column is_day to grain;
insert into source_tallies (creator_id, grain, slot, source, views, messages, deposits, completions)
select creator_id, g.grain, tally_begin(g.grain, slot), source, sum(views), sum(messages), sum(deposits),
  sum(completions)
from source_tallies t cross join (values ('hour'::tally_grain, 'quarter'::tally_grain), ('month', 'day')) g (grain, from_grain)
where t.grain = g.from_grain group by 1, 2, 3, 4 order by 1, 2, 3, 4;

-- Takes what is due into the tallies, one creator after the other, and answers how much that was and which creator was
-- last: whoever goes on from there passes over no rows that are taken already. Of creators and works that are gone
-- nothing is kept.
create function fold_tallies(
  at_most integer, from_creator uuid default '00000000-0000-0000-0000-000000000000',
  out folded bigint, out last_creator uuid)
  language sql
  begin atomic
    with taken as (
      delete from tallies_due where ctid in (
        select ctid from tallies_due where creator_id >= from_creator
        order by creator_id, slot limit at_most for update skip locked)
      returning *),
    of_creators as (
      insert into creator_tallies as t (creator_id, grain, slot, views, likes, saves, messages, earnings_cents)
      select d.creator_id, g.grain, tally_begin(g.grain, d.slot), sum(d.views), sum(d.likes), sum(d.saves),
        sum(d.messages), sum(d.earnings_cents)
      from taken d join users u on u.id = d.creator_id
      cross join (values ('quarter'::tally_grain), ('hour')) g (grain)
      group by 1, 2, 3
      having count(*) filter (where d.views <> 0 or d.likes <> 0 or d.saves <> 0 or d.messages <> 0
        or d.earnings_cents <> 0) > 0
      order by 1, 2, 3
      on conflict (creator_id, grain, slot) do update set views = t.views + excluded.views,
        likes = t.likes + excluded.likes, saves = t.saves + excluded.saves,
        messages = t.messages + excluded.messages, earnings_cents = t.earnings_cents + excluded.earnings_cents),
    of_works as (
      insert into work_tallies as t (creator_id, grain, slot, item_id, views, likes, messages, deposits, completions)
      select i.creator_id, g.grain, tally_begin(g.grain, d.slot), i.id, sum(d.views), sum(d.likes), sum(d.messages),
        sum(d.deposits), sum(d.completions)
      from taken d join portfolio_items i on i.id = d.item_id
      cross join (values ('quarter'::tally_grain), ('hour'), ('day'), ('month')) g (grain)
      group by 1, 2, 3, 4
      having count(*) filter (where d.views <> 0 or d.likes <> 0 or d.messages <> 0 or d.deposits <> 0
        or d.completions <> 0) > 0
      order by 1, 2, 3, 4
      on conflict (creator_id, grain, slot, item_id) do update set views = t.views + excluded.views,
        likes = t.likes + excluded.likes, messages = t.messages + excluded.messages,
        deposits = t.deposits + excluded.deposits, completions = t.completions + excluded.completions),
    of_sources as (
      insert into source_tallies as t (creator_id, grain, slot, source, views, messages, deposits, completions)
      select d.creator_id, g.grain, tally_begin(g.grain, d.slot), d.source, sum(d.views), sum(d.messages),
        sum(d.deposits), sum(d.completions)
      from taken d join users u on u.id = d.creator_id
      cross join (values ('quarter'::tally_grain), ('hour'), ('day'), ('month')) g (grain)
      where d.source is not null
      group by 1, 2, 3, 4
      order by 1, 2, 3, 4
      on conflict (creator_id, grain, slot, source) do update set views = t.views + excluded.views,
        messages = t.messages + excluded.messages, deposits = t.deposits + excluded.deposits,
        completions = t.completions + excluded.completions)
    select count(*), max(creator_id::text)::uuid from taken;
  end;
