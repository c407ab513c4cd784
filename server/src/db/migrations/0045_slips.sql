-- A word with one slip of the finger is found by its keys alone. Words that only sound like it are looked for where no
-- word is so near: they cost as much as everything else.
create or replace function search_meant(
  query text, is_exact boolean, with_members boolean, only_people boolean,
  -- Every word, as stems, for works and posts; null when a word is not known.
  out wish tsquery,
  -- Any of the words.
  out loose tsquery,
  -- Every word, as beginnings of words, for people.
  out people tsquery,
  -- The share of works and posts that have all words, if words were spread evenly.
  out item_share double precision,
  out post_share double precision,
  -- The words, corrected, in their order.
  out taken text,
  -- Each misspelt word with a known word that replaces it, the best first; null if no word was replaced.
  out instead jsonb)
  language plpgsql stable
  -- A generic plan might read the whole vocabulary.
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  typed record;
  stems text[];
  words text[];
  meant jsonb;
  in_items double precision;
  in_posts double precision;
  all_items double precision;
  all_posts double precision;
  choice tsquery;
  choices tsquery[] := '{}';
  persons tsquery[] := '{}';
  is_known boolean := true;
  has_stems boolean;
begin
  item_share := 1;
  post_share := 1;
  select sum(work_count) into all_items from categories;
  select item_count into all_posts from facet_counts where facet = 'posts';
  has_stems := exists (select 1 from search_words(query));

  for typed in
    select w.lexeme as word, (select lexeme from unnest(to_tsvector('plinth', w.lexeme)) limit 1) as stem,
      (select max(at) from unnest(w.positions) at) as place,
      row_number() over (order by (select max(at) from unnest(w.positions) at) desc) = 1 as is_last
    from unnest(to_tsvector('plinth_words', search_text(query))) w
    where length(w.lexeme) <= 50 order by place limit 10
  loop
    -- Stop words mean nothing, except where there is nothing else: a name may be one.
    if typed.stem is null then
      if not has_stems then
        persons := array_append(persons, format('%L:*', typed.word)::tsquery);
        taken := concat_ws(' ', taken, typed.word);
      end if;
      continue;
    end if;
    stems := null;
    words := array[typed.word];
    select array_agg(t.stem), sum(t.items), sum(t.posts) into stems, in_items, in_posts from (
      select stem, max(item_count) as items, max(post_count) as posts from search_terms
      where stem = typed.stem and creator_count + case when with_members then member_count else 0 end
        + case when only_people then 0 else item_count + post_count end > 0
      group by stem) t;
    if stems is null and typed.is_last then
      select array_agg(t.stem), sum(t.items), sum(t.posts) into stems, in_items, in_posts from (
        select stem, max(item_count) as items, max(post_count) as posts, max(item_count + post_count + creator_count) as most
        from search_terms
        where word ~>=~ typed.word and word ~<~ (typed.word || chr(1114111))
          and creator_count + case when with_members then member_count else 0 end
            + case when only_people then 0 else item_count + post_count end > 0
        group by stem order by most desc, stem limit 5) t;
    end if;
    if stems is null and not is_exact and length(typed.word) >= 4 then
      with slips as materialized (
        select *, true as is_slip from search_terms where typo_keys(word) && typo_keys(typed.word)
          and creator_count + case when with_members then member_count else 0 end
            + case when only_people then 0 else item_count + post_count end > 0)
      select array_agg(t.stem), sum(t.items), sum(t.posts), array_agg(t.nearest),
          jsonb_agg(jsonb_build_array(typed.word, t.nearest) order by t.likeness desc, t.most desc, t.stem)
        into stems, in_items, in_posts, words, meant from (
        select stem, max(item_count) as items, max(post_count) as posts, max(most) as most,
          max(likeness) as likeness, max(max(likeness)) over () as best,
          (array_agg(word order by likeness desc, most desc, word))[1] as nearest
        from (
          select word, stem, item_count, post_count,
            item_count + post_count + creator_count + member_count as most,
            similarity(word, typed.word)
              -- One slip of the finger, and hardly ever at the beginning.
              + case when is_slip then 0.4 else 0 end
              + case when left(word, 1) = left(typed.word, 1) then 0.1 else 0 end as likeness
          from (
            select * from slips
            union all
            select *, false from search_terms where not exists (select 1 from slips) and word % typed.word
              and creator_count + case when with_members then member_count else 0 end
                + case when only_people then 0 else item_count + post_count end > 0) found) near
        group by stem order by likeness desc, most desc, stem limit 3) t
      -- Where one word is clearly meant, the others only get in its way.
      where t.likeness >= 0.75 * t.best;
      instead := coalesce(instead || meant, meant, instead);
      words := coalesce(words, array[typed.word]);
    end if;
    taken := concat_ws(' ', taken, words[1]);
    persons := array_append(persons, (
      select string_agg(format('%L:*', one), ' | ') from unnest(words || coalesce(stems, array[typed.stem])) one)::tsquery);
    if stems is null then
      is_known := false;
    else
      choice := ('''' || array_to_string(stems, ''' | ''') || '''')::tsquery;
      choices := array_append(choices, choice);
      item_share := item_share * least(1, in_items / greatest(all_items, 1));
      post_share := post_share * least(1, in_posts / greatest(all_posts, 1));
    end if;
  end loop;
  foreach choice in array choices loop
    wish := coalesce(wish && choice, choice);
    loose := coalesce(loose || choice, choice);
  end loop;
  if not is_known then
    wish := null;
  end if;
  foreach choice in array persons loop
    people := coalesce(people && choice, choice);
  end loop;
end
$$;
