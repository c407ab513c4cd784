-- Works that match every word of the query, the best first. A word that is known stands for itself; the last one
-- may be half typed; any other stands for the most similar known words, and every row says which: pairs of what was
-- typed and a word taken in its place, null where there are none. How many works a word is in decides beforehand how
-- to find them, so that a common word costs no more than a rare one; only what was taken is ranked.
drop function search_portfolio_items(text, smallint, integer);
create function search_portfolio_items(query text, category smallint, wanted integer)
  returns table (id uuid, score real, instead jsonb)
  language plpgsql stable rows 200
  -- A generic plan might read the whole table.
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  typed record;
  stems text[];
  stem_items double precision;
  meant jsonb;
  taken jsonb;
  all_items double precision;
  room_items double precision;
  share double precision := 1;
  choice tsquery;
  wish tsquery;
  room tsquery;
  matching tsquery;
  ids uuid[];
  scores real[];
begin
  select sum(c.work_count), sum(c.work_count) filter (where category is null or c.id = category),
      max('''in ' || c.name || '''') filter (where c.id = category)::tsquery
    into all_items, room_items, room from categories c;

  for typed in
    select w.word, w.stem, w.place = max(w.place) over () as is_last
    from search_words(query) w order by w.place limit 10
  loop
    select array_agg(t.stem), sum(t.items) into stems, stem_items from (
      select stem, max(item_count) as items from search_terms where stem = typed.stem group by stem) t;
    if stems is null and typed.is_last then
      select array_agg(t.stem), sum(t.items) into stems, stem_items from (
        select stem, max(item_count) as items from search_terms
        where word ~>=~ typed.word and word ~<~ (typed.word || chr(1114111))
        group by stem order by items desc, stem limit 5) t;
    end if;
    if stems is null and length(typed.word) >= 4 then
      select array_agg(t.stem), sum(t.items),
          jsonb_agg(jsonb_build_array(typed.word, t.nearest) order by t.likeness desc, t.items desc, t.stem)
        into stems, stem_items, meant from (
        select stem, max(item_count) as items, max(similarity(word, typed.word)) as likeness,
          max(max(similarity(word, typed.word))) over () as best,
          (array_agg(word order by similarity(word, typed.word) desc, word))[1] as nearest
        from search_terms where word % typed.word
        group by stem order by likeness desc, items desc, stem limit 3) t
      -- Where one word is clearly meant, the others only get in its way.
      where t.likeness >= 0.75 * t.best;
      taken := coalesce(taken || meant, meant);
    end if;
    if stems is null then
      return;
    end if;
    choice := ('''' || array_to_string(stems, ''' | ''') || '''')::tsquery;
    wish := coalesce(wish && choice, choice);
    share := share * least(1, stem_items / greatest(all_items, 1));
  end loop;
  if wish is null or room_items is null then
    return;
  end if;
  matching := coalesce(wish && room, wish);

  -- From the most popular on, through ten times as many as it should take: words that are common alone may hardly
  -- ever meet.
  if share * share * room_items >= 2000 then
    if category is null then
      select array_agg(t.id), array_agg(t.score) into ids, scores from (
        select f.id, (ts_rank(f.doc, wish) * (1 + ln(1 + f.pop) / 10))::real as score from (
          select p.* from (
            select id, doc, pop from portfolio_items where is_listed
            order by pop desc, id desc limit 10 * wanted / share) p
          where p.doc @@ wish limit wanted) f) t;
    else
      select array_agg(t.id), array_agg(t.score) into ids, scores from (
        select f.id, (ts_rank(f.doc, wish) * (1 + ln(1 + f.pop) / 10))::real as score from (
          select p.* from (
            select id, doc, pop from portfolio_items where is_listed and category_id = category
            order by pop desc, id desc limit 10 * wanted / share) p
          where p.doc @@ wish limit wanted) f) t;
    end if;
  end if;
  if coalesce(cardinality(ids), 0) < 20 and share * room_items >= 1000 then
    select array_agg(t.id), array_agg(t.score) into ids, scores from (
      select id, (ts_rank(doc, wish) * (1 + ln(1 + pop) / 10))::real as score from portfolio_items
      where is_listed and is_top and doc @@ matching
      order by score desc, id desc limit wanted) t;
  end if;
  if coalesce(cardinality(ids), 0) < 20 then
    -- Counts may be some minutes old: the bound holds where a word has just become common.
    select array_agg(t.id), array_agg(t.score) into ids, scores from (
      select f.id, (ts_rank(f.doc, wish) * (1 + ln(1 + f.pop) / 10))::real as score from (
        select id, doc, pop from portfolio_items
        where is_listed and doc @@ matching limit 5000) f
      order by score desc, id desc limit wanted) t;
  end if;
  return query select unnest(ids), unnest(scores), taken;
end
$$;
