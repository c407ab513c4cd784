-- Words that are not common are searched by statements that are planned once. Planning one anew took a fifth of a search.
create or replace function search_works(
  wish tsquery, share double precision, category smallint, filters text[], prices text[],
  from_cents bigint, to_cents bigint, wanted integer)
  returns table (id uuid, score real)
  language plpgsql stable rows 200
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  all_items double precision;
  room_items double precision;
  part double precision := share;
  matching tsquery;
  found uuid[];
  scores real[];
begin
  select sum(c.work_count), sum(c.work_count) filter (where category is null or c.id = category),
      coalesce(wish && max('''in ' || c.name || '''') filter (where c.id = category)::tsquery, wish)
    into all_items, room_items, matching from categories c;
  if wish is null or room_items is null then
    return;
  end if;
  if cardinality(filters) > 0 then
    select matching && coalesce(string_agg(quote_literal(f), ' & ')::tsquery, '') into matching from unnest(filters) f;
    select part * coalesce(exp(sum(ln(greatest(coalesce(c.item_count, 0), 0.001) / greatest(all_items, 1)))), 1)
      into part from unnest(filters) f left join facet_counts c on c.facet = f;
  end if;
  if prices is not null then
    select matching && string_agg(quote_literal(f), ' | ')::tsquery into matching from unnest(prices) f;
    if matching is null then
      return;
    end if;
    select part * least(1, coalesce(sum(item_count), 0) / greatest(all_items, 1))
      into part from facet_counts where facet = any (prices);
  end if;

  -- From the most popular on, through ten times as many as it should take: words that are common alone may hardly
  -- ever meet. Only the numbers tell the planner that this is the index to read.
  if part * part * room_items >= 2000 then
    execute format('select array_agg(t.id), array_agg(t.score) from (
        select f.id, (ts_rank(f.doc, $1) * (1 + ln(1 + f.pop) / 10))::real as score from (
          select p.id, p.doc, p.pop from (
            select * from portfolio_items where is_listed %s order by pop desc, id desc limit $7) p
          where p.doc @@ $2 %s limit $3) f
        order by score desc, id desc limit $3) t',
        case when category is not null then 'and category_id = $6' end,
        case when prices is not null then 'and p.starting_price_cents between $4 and $5' end)
      into found, scores
      using wish, matching, wanted, from_cents, to_cents, category, (10 * wanted / part)::bigint;
  end if;
  if coalesce(cardinality(found), 0) < 20 and part * room_items >= 1000 then
    select array_agg(t.id), array_agg(t.score) into found, scores from (
      select p.id, (ts_rank(p.doc, wish) * (1 + ln(1 + p.pop) / 10))::real as score
      from portfolio_items p
      where p.is_listed and p.is_top and p.doc @@ matching
        and (prices is null or p.starting_price_cents between from_cents and to_cents)
      order by score desc, id desc limit wanted) t;
  end if;
  if coalesce(cardinality(found), 0) < 20 then
    -- Counts may be some minutes old: the bound holds where a word has just become common.
    select array_agg(t.id), array_agg(t.score) into found, scores from (
      select f.id, (ts_rank(f.doc, wish) * (1 + ln(1 + f.pop) / 10))::real as score from (
        select p.id, p.doc, p.pop from portfolio_items p
        where p.is_listed and p.doc @@ matching
          and (prices is null or p.starting_price_cents between from_cents and to_cents)
        limit 5000) f
      order by score desc, id desc limit wanted) t;
  end if;
  return query select unnest(found), unnest(scores);
end
$$;
