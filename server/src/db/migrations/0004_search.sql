-- Text as search sees it: composed, lower case, without accents and punctuation. Works and queries are cut
-- into words by the same function, so "hand-lettered" and "hand lettered" are the same two words.
create function search_text(input text) returns text
  language sql stable parallel safe
  return regexp_replace(
    unaccent(lower(normalize(input, nfkc))),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g');

-- The words of a text in order of their last place, with their stems. Stop words have none and fall out.
create function search_words(input text) returns table (word text, stem text, place integer)
  language sql stable parallel safe
  begin atomic
    select w.lexeme, s.lexeme, (select max(at) from unnest(w.positions) at)::integer
    from unnest(to_tsvector('plinth_words', search_text(input))) w
    cross join lateral (select lexeme from unnest(to_tsvector('plinth', w.lexeme)) limit 1) s
    where length(w.lexeme) <= 50;
  end;

-- Title A, tags, creator and category B, description D, and a mark of the category that no word can be: a search
-- in one category then meets both in the index.
create function portfolio_doc(title text, tags text[], creator text, category text, description text)
  returns tsvector
  language sql stable parallel safe
  return setweight(to_tsvector('plinth', search_text(title)), 'A')
    || setweight(to_tsvector('plinth', search_text(
         array_to_string(tags, ' ') || ' ' || creator || ' ' || category)), 'B')
    || setweight(to_tsvector('plinth', search_text(description)), 'D')
    || array_to_tsvector(array['in ' || category]);

create index search_terms_stem on search_terms (stem);

-- A finished upload hangs once, however often the button is pressed. Imported works may share a picture.
alter table portfolio_items add column from_upload boolean not null default false;
create unique index portfolio_items_upload on portfolio_items (media_id) where from_upload;

-- is_listed rides along, so that a work's place among its creator's works is counted from the index alone.
drop index portfolio_items_creator;
create index portfolio_items_creator on portfolio_items (creator_id, created_at desc, id desc) include (is_listed);

-- Works that match every word of the query, the best first. A word that is known stands for itself; the last one
-- may be half typed; any other stands for the most similar known words. How many works a word is in decides
-- beforehand how to find them, so that a common word costs no more than a rare one; only what was taken is ranked.
create function search_portfolio_items(query text, category smallint, wanted integer)
  returns table (id uuid, score real)
  language plpgsql stable rows 200
  -- A generic plan might read the whole table.
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  typed record;
  stems text[];
  stem_items double precision;
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
      select array_agg(t.stem), sum(t.items) into stems, stem_items from (
        select stem, max(item_count) as items, max(similarity(word, typed.word)) as likeness,
          max(max(similarity(word, typed.word))) over () as best
        from search_terms where word % typed.word
        group by stem order by likeness desc, items desc, stem limit 3) t
      -- Where one word is clearly meant, the others only get in its way.
      where t.likeness >= 0.75 * t.best;
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
  return query select unnest(ids), unnest(scores);
end
$$;
