-- Takes what is due into the tallies, one creator after the other, and answers how much that was and which creator was
-- last: whoever goes on from there passes over no rows that are taken already. Of creators and works that are gone
-- nothing is kept.
drop function fold_tallies(integer);
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
    select count(*), max(creator_id::text)::uuid from taken;
  end;
