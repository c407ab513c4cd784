-- Search in three parts: works, people and posts, with filters and one vocabulary.

-- The vocabulary counts in how many works, posts and people a word is. `creator_count` and `member_count` are about
-- people: what only members may find must not be offered to visitors as a correction.
alter table search_terms
  add column post_count integer not null default 0,
  add column creator_count integer not null default 0,
  add column member_count integer not null default 0;

-- A word, and the same word without each of its letters. Two words that share one of these differ by a letter that is
-- wrong, missing, too many, or swapped with its neighbour.
create function typo_keys(word text) returns text[]
  language sql immutable parallel safe
  return case when length(word) between 3 and 24 then array(
    select left(word, at - 1) || substr(word, at + 1) from generate_series(1, length(word)) at) || word end;
create index search_terms_typos on search_terms using gin (typo_keys(word));

-- The parts of a place between commas, as search sees them: "Bergen, Norway" has `bergen` and `norway`.
create function place_parts(place text) returns text[]
  language sql stable parallel safe
  return array(
    select distinct btrim(search_text(part)) from unnest(string_to_array(place, ',')) part
    where btrim(search_text(part)) <> '');

-- Steps of $25 up to $2,500, then eight steps for each doubling.
create function price_step(cents bigint) returns integer
  language sql immutable parallel safe
  return case when cents < 250000 then cents / 2500
    else 100 + floor(8 * log(2, cents / 250000.0)) end;
create function price_facets(from_cents bigint, to_cents bigint) returns text[]
  language sql immutable parallel safe
  return array(select 'usd ' || step from generate_series(price_step(from_cents), price_step(to_cents)) step);

-- What works are filtered by, besides the price: `in 2`, `by hand`, `at bergen`.
create function work_facets(category smallint, origin text, place text) returns text[]
  language sql stable parallel safe
  return array_remove(array['in ' || category, 'by ' || origin], null)
    || array(select 'at ' || part from unnest(place_parts(place)) part);

alter table portfolio_items add column facets text[] not null default '{}';

-- A work's document with the handle of its creator and its facets, which contain a space and so are no words.
create function work_doc(doc tsvector, handle text, facets text[]) returns tsvector
  language sql stable parallel safe
  return doc || setweight(to_tsvector('plinth', search_text(coalesce(handle, ''))), 'B') || array_to_tsvector(facets);

-- All facets of a work. A list of works meets them in their own index, a search in that of the documents.
create function all_facets(category smallint, origin text, place text, cents bigint) returns text[]
  language sql stable parallel safe
  return work_facets(category, origin, place) || array_remove(array['usd ' || price_step(cents)], null);

create function portfolio_items_follow_search() returns trigger language plpgsql as $$
declare
  creator record;
begin
  select u.handle, u.location into creator from users u where u.id = new.creator_id;
  new.facets := all_facets(new.category_id, new.origin, creator.location, new.starting_price_cents);
  if tg_op = 'INSERT' then
    new.doc := work_doc(new.doc, creator.handle, new.facets);
  elsif new.doc is distinct from old.doc then
    new.doc := work_doc(ts_delete(new.doc, old.facets), creator.handle, new.facets);
  else
    new.doc := work_doc(ts_delete(new.doc, old.facets), null, new.facets);
  end if;
  return new;
end
$$;

update portfolio_items p set
  facets = all_facets(p.category_id, p.origin, u.location, p.starting_price_cents),
  doc = work_doc(p.doc, u.handle, all_facets(p.category_id, p.origin, u.location, p.starting_price_cents))
from users u where u.id = p.creator_id;

create trigger portfolio_items_follow_search
  before insert or update of doc, category_id, starting_price_cents, origin on portfolio_items
  for each row execute function portfolio_items_follow_search();

create index portfolio_items_facets on portfolio_items using gin (facets) with (fastupdate = off) where is_listed;
create index portfolio_items_price on portfolio_items (starting_price_cents)
  where is_listed and starting_price_cents is not null;
create index portfolio_items_creator_price on portfolio_items (creator_id, starting_price_cents)
  where is_listed and starting_price_cents is not null;

-- How many works have a facet, and how many creators have such works; also for `all`, for tags (`tag linen`) and, in
-- works, for `posts`. Counted by a job. A place has the spelling that most people use as its label.
create table facet_counts (
  facet text primary key,
  label text,
  item_count integer not null,
  creator_count integer not null
);
create index facet_counts_prefix on facet_counts (facet text_pattern_ops);
create index facet_counts_places on facet_counts (item_count desc, facet) where facet like 'at %';
create index facet_counts_tags on facet_counts (item_count desc, facet) where facet like 'tag %';

-- People as search sees them: name and handle A, categories and tags of their newest works B, place C. Words are whole,
-- not stems, because names are not English. The popularity is rounded, so that it rarely changes.
create table people_docs (
  user_id uuid primary key references users (id) on delete cascade,
  is_creator boolean not null,
  doc tsvector not null,
  pop real not null default 0,
  -- Works have changed since: a job reads the person again.
  is_stale boolean not null default false
);
create index people_docs_doc on people_docs using gin (doc) with (fastupdate = off);
create index people_docs_pop on people_docs (pop desc, user_id desc);
create index people_docs_creator_pop on people_docs (pop desc, user_id desc) where is_creator;
create index people_docs_stale on people_docs (user_id) where is_stale;

create function refresh_people_docs(ids uuid[]) returns void
  language sql
  begin atomic
    delete from people_docs d using users u where d.user_id = any (ids) and u.id = d.user_id and u.is_gone;
    insert into people_docs (user_id, is_creator, doc, pop)
    select u.id, u.is_creator,
      setweight(to_tsvector('plinth_words', search_text(
        concat_ws(' ', u.first_name, u.last_name, u.handle, replace(u.handle, '_', '')))), 'A')
      || setweight(to_tsvector('plinth_words', search_text(coalesce(w.words, ''))), 'B')
      || setweight(to_tsvector('plinth_words', search_text(coalesce(u.location, ''))), 'C'),
      round((4 * ln(1 + u.follower_count))::numeric) / 4
    from users u cross join lateral (
      select string_agg(concat_ws(' ', c.name, array_to_string(i.tags, ' ')), ' ') as words
      from (
        select category_id, tags from portfolio_items
        where u.work_count > 0 and creator_id = u.id and is_listed
        order by created_at desc, id desc limit 20) i
      join categories c on c.id = i.category_id) w
    where u.id = any (ids) and not u.is_gone
    order by u.id
    on conflict (user_id) do update
      set is_creator = excluded.is_creator, doc = excluded.doc, pop = excluded.pop, is_stale = false;
  end;

-- Makes the words of people known to search at once; the job counts them later.
create function add_people_words(ids uuid[]) returns void
  language sql
  begin atomic
    insert into search_terms (word, stem, item_count, creator_count, member_count)
    select w.word, min(w.stem), 0, max(w.is_creator::int), max((not w.is_creator)::int) from (
      select s.word, s.stem, u.is_creator
      from users u cross join lateral search_words(concat_ws(
        ' ', u.first_name, u.last_name, u.handle, replace(u.handle, '_', ''), u.location)) s
      where u.id = any (ids) and not u.is_gone) w
    where not exists (
      select 1 from search_terms t where t.word = w.word
        and (t.creator_count > 0 or not w.is_creator and (t.member_count > 0 or t.item_count > 0)))
    group by w.word
    order by w.word
    on conflict (word) do update set
      creator_count = greatest(search_terms.creator_count, excluded.creator_count),
      member_count = greatest(search_terms.member_count, excluded.member_count);
  end;

create function users_enter_search() returns trigger language plpgsql as $$
declare
  ids constant uuid[] := array(select id from entered);
begin
  perform refresh_people_docs(ids);
  perform add_people_words(ids);
  return null;
end
$$;
create trigger users_enter_search after insert on users
  referencing new table as entered for each statement execute function users_enter_search();

create function users_follow_search() returns trigger language plpgsql as $$
begin
  perform refresh_people_docs(array[new.id]);
  perform add_people_words(array[new.id]);
  return null;
end
$$;
create trigger users_follow_search
  after update of first_name, last_name, handle, location, suspended_at, deleted_at, creator_granted,
    creator_subscribed on users
  for each row when (
    (old.first_name, old.last_name, old.handle, old.location, old.is_gone, old.is_creator)
    is distinct from (new.first_name, new.last_name, new.handle, new.location, new.is_gone, new.is_creator))
  execute function users_follow_search();

-- Works are found by their creator's name and handle, and in their place: the trigger on works adds the last two.
create trigger users_move_works after update of handle, location on users
  for each row when ((old.handle, old.location) is distinct from (new.handle, new.location)
    and (old.first_name, old.last_name) is not distinct from (new.first_name, new.last_name))
  execute function users_rename_works();

create function portfolio_items_follow_person() returns trigger language plpgsql as $$
begin
  update people_docs set is_stale = true
  where user_id = coalesce(new.creator_id, old.creator_id) and not is_stale;
  return null;
end
$$;
create trigger portfolio_items_follow_person
  after insert or delete or update of is_listed, category_id, tags on portfolio_items
  for each row execute function portfolio_items_follow_person();

-- Posts as search sees them: title A, tags and author B, description D, and a mark of the category. A row exists only
-- while the post is visible. Beside the posts, because their indexed popularity is written often.
create table post_docs (
  post_id uuid primary key references posts (id) on delete cascade,
  doc tsvector not null,
  -- Among the hottest tenth, by a job; new posts begin there.
  is_top boolean not null default true
);
create index post_docs_doc on post_docs using gin (doc) with (fastupdate = off);
create index post_docs_doc_top on post_docs using gin (doc) with (fastupdate = off) where is_top;

create function refresh_post_docs(ids uuid[]) returns void
  language sql
  begin atomic
    insert into post_docs (post_id, doc)
    select p.id,
      setweight(to_tsvector('plinth', search_text(p.title)), 'A')
      || setweight(to_tsvector('plinth', search_text(concat_ws(
          ' ', array_to_string(p.tags, ' '), u.first_name, u.last_name, u.handle))), 'B')
      || setweight(to_tsvector('plinth', search_text(p.description)), 'D')
      || case when c.id is null then '' else array_to_tsvector(array['in ' || c.name]) end
    from posts p join users u on u.id = p.creator_id left join categories c on c.id = p.category_id
    where p.id = any (ids) and p.is_visible
    order by p.id
    on conflict (post_id) do update set doc = excluded.doc;
    insert into search_terms (word, stem, item_count, post_count)
    select distinct w.word, w.stem, 0, 1
    from posts p cross join lateral search_words(
      concat_ws(' ', p.title, array_to_string(p.tags, ' '), p.description)) w
    where p.id = any (ids) and p.is_visible
      and not exists (select 1 from search_terms t where t.word = w.word)
    order by w.word
    on conflict do nothing;
  end;

create function posts_follow_search() returns trigger language plpgsql as $$
begin
  if new.is_visible then
    perform refresh_post_docs(array[new.id]);
  else
    delete from post_docs where post_id = new.id;
  end if;
  return null;
end
$$;
create trigger posts_enter_search after insert on posts
  for each row when (new.is_visible) execute function posts_follow_search();
create trigger posts_follow_search
  after update of is_public, is_approved, is_ready, taken_down_at, author_gone, title, description, tags, category_id
  on posts
  for each row when (
    (old.is_visible, old.title, old.description, old.tags, old.category_id)
    is distinct from (new.is_visible, new.title, new.description, new.tags, new.category_id))
  execute function posts_follow_search();

-- Posts are found by their author's name and handle.
create function users_rename_posts() returns trigger language plpgsql as $$
begin
  perform refresh_post_docs(array(select id from posts where creator_id = new.id and is_visible));
  return null;
end
$$;
create trigger users_rename_posts after update of first_name, last_name, handle on users
  for each row when ((old.first_name, old.last_name, old.handle)
    is distinct from (new.first_name, new.last_name, new.handle))
  execute function users_rename_posts();

select refresh_people_docs(array(select id from users));
select add_people_words(array(select id from users));
select refresh_post_docs(array(select id from posts where is_visible));

-- What is meant by the words of a search. A word that is known stands for itself; the last one may be half typed; any
-- other stands for the most similar known words, unless the words are to be taken as they are. Known is what visitors
-- may find, for members also the names of people who are no creators; `only_people` leaves out words of works and posts.
create function search_meant(
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
              + case when typo_keys(word) && typo_keys(typed.word) then 0.4 else 0 end
              + case when left(word, 1) = left(typed.word, 1) then 0.1 else 0 end as likeness
          from search_terms
          where (word % typed.word or typo_keys(word) && typo_keys(typed.word))
            and creator_count + case when with_members then member_count else 0 end
              + case when only_people then 0 else item_count + post_count end > 0) near
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

-- Works that match every word and fit the filters, the best first. How many works the words and filters have decides
-- beforehand how to find them, so that a common word costs no more than a rare one; only what was taken is ranked.
-- `prices` is null without a range.
create function search_works(
  wish tsquery, share double precision, category smallint, filters text[], prices text[],
  from_cents bigint, to_cents bigint, wanted integer)
  returns table (id uuid, score real)
  language plpgsql stable rows 200
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  all_items double precision;
  room_items double precision;
  part double precision := share;
  matching tsquery;
  fits text := '';
  found uuid[];
  scores real[];
  ranking constant text := 'select array_agg(t.id), array_agg(t.score) from (
    select f.id, (ts_rank(f.doc, $1) * (1 + ln(1 + f.pop) / 10))::real as score from (%s) f
    order by score desc, id desc limit $3) t';
  source text;
begin
  select sum(c.work_count), sum(c.work_count) filter (where category is null or c.id = category),
      coalesce(wish && max('''in ' || c.name || '''') filter (where c.id = category)::tsquery, wish)
    into all_items, room_items, matching from categories c;
  if wish is null or room_items is null then
    return;
  end if;
  select matching && coalesce(string_agg(quote_literal(f), ' & ')::tsquery, '') into matching from unnest(filters) f;
  select part * coalesce(exp(sum(ln(greatest(coalesce(c.item_count, 0), 0.001) / greatest(all_items, 1)))), 1)
    into part from unnest(filters) f left join facet_counts c on c.facet = f;
  if prices is not null then
    fits := ' and p.starting_price_cents between $4 and $5';
    select matching && string_agg(quote_literal(f), ' | ')::tsquery into matching from unnest(prices) f;
    if matching is null then
      return;
    end if;
    select part * least(1, coalesce(sum(item_count), 0) / greatest(all_items, 1))
      into part from facet_counts where facet = any (prices);
  end if;

  -- From the most popular on, through ten times as many as it should take: words that are common alone may hardly
  -- ever meet.
  if part * part * room_items >= 2000 then
    source := 'select p.id, p.doc, p.pop from (
        select * from portfolio_items where is_listed'
      || case when category is null then '' else ' and category_id = $6' end
      || ' order by pop desc, id desc limit $7) p where p.doc @@ $2' || fits || ' limit $3';
    execute format(ranking, source) into found, scores
      using wish, matching, wanted, from_cents, to_cents, category, (10 * wanted / part)::bigint;
  end if;
  if coalesce(cardinality(found), 0) < 20 and part * room_items >= 1000 then
    source := 'select p.id, p.doc, p.pop from portfolio_items p
      where p.is_listed and p.is_top and p.doc @@ $2' || fits;
    execute format(ranking, source) into found, scores
      using wish, matching, wanted, from_cents, to_cents;
  end if;
  if coalesce(cardinality(found), 0) < 20 then
    -- Counts may be some minutes old: the bound holds where a word has just become common.
    source := 'select p.id, p.doc, p.pop from portfolio_items p
      where p.is_listed and p.doc @@ $2' || fits || ' limit 5000';
    execute format(ranking, source) into found, scores
      using wish, matching, wanted, from_cents, to_cents;
  end if;
  return query select unnest(found), unnest(scores);
end
$$;

-- As servers before this migration call it.
create or replace function search_portfolio_items(query text, category smallint, wanted integer)
  returns table (id uuid, score real, instead jsonb)
  language sql stable rows 200
as $$
  select w.id, w.score, m.instead
  from search_meant(query, false, false, false) m
  cross join lateral search_works(m.wish, m.item_share, category, '{}', null, null, null, wanted) w
$$;

-- Visible posts that match every word, the best first. A common word is looked for among the hottest tenth.
create function search_posts(wish tsquery, share double precision, category smallint, wanted integer)
  returns table (id uuid, score real)
  language plpgsql stable rows 200
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  all_posts double precision;
  matching tsquery;
  found uuid[];
  scores real[];
  ranking constant text := 'select array_agg(t.id), array_agg(t.score) from (
    select p.id, (ts_rank(f.doc, $1) * (1 + ln(1 + p.like_count) / 10))::real as score
    from (select post_id, doc from post_docs where doc @@ $2 %s limit %s) f
    -- Looked up one by one: to join them the planner might read all posts.
    cross join lateral (select id, like_count from posts where posts.id = f.post_id and is_visible offset 0) p
    order by score desc, id desc limit $3) t';
begin
  if wish is null then
    return;
  end if;
  matching := wish;
  if category is not null then
    select wish && ('''in ' || c.name || '''')::tsquery into matching from categories c where c.id = category;
  end if;
  select item_count into all_posts from facet_counts where facet = 'posts';
  if share * coalesce(all_posts, 0) >= 5000 then
    execute format(ranking, 'and is_top', 2000) into found, scores using wish, matching, wanted;
  end if;
  if coalesce(cardinality(found), 0) < 20 then
    execute format(ranking, '', 5000) into found, scores using wish, matching, wanted;
  end if;
  return query select unnest(found), unnest(scores);
end
$$;

-- People with all words, the best first: their exact handle, then names that begin with the words, then what fits best,
-- and among equals those with the most followers. Where very many fit, the most followed are among those looked at.
create function search_people(query text, wish tsquery, taken text, with_members boolean, wanted integer)
  returns table (id uuid, score real)
  language plpgsql stable rows 200
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  most constant integer := 2000;
  found uuid[];
  handle text := lower(ltrim(btrim(query), '@'));
  who text := case when with_members then '' else ' and is_creator' end;
begin
  if wish is null then
    return;
  end if;
  execute 'select array(select user_id from people_docs where doc @@ $1' || who || ' limit $2)'
    into found using wish, most;
  if cardinality(found) = most then
    execute 'select $1 || array(select p.user_id from (
        select * from people_docs where true' || who || ' order by pop desc, user_id desc limit $3) p
      where p.doc @@ $2)'
      into found using found, wish, most;
  end if;
  return query execute '
    select u.id, ((case when u.handle = $2 then 8 else 0 end)
        + (case when n.name = '' '' || $3 then 5 when n.name like '' '' || $3 || ''%'' then 4 else 0 end)
        + 2 * ts_rank(d.doc, $4) + ln(1 + u.follower_count) / 20)::real as score
    from people_docs d
    cross join lateral (select * from users where users.id = d.user_id offset 0) u
    cross join lateral (select name_words(u.first_name || '' '' || u.last_name) as name) n
    where d.user_id = any ($1)
    order by score desc, id desc limit $5'
    using found, handle, taken, wish, wanted;
end
$$;

-- Counts works by category, and their creators, for each category and (with category null) in all. Where few works can
-- fit, all are counted; otherwise counting ends at `most`, which then stands for that many or more.
create function count_works(filters text[], prices text[], from_cents bigint, to_cents bigint, most integer)
  returns table (category smallint, works integer, creators integer)
  language plpgsql stable rows 7
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  -- So many works can be counted one by one.
  few constant integer := 20000;
  newest constant integer := 5000;
  rarest integer;
  all_items integer;
  room record;
  fits text := '';
  counting constant text := 'select p.category_id, count(*)::integer, count(distinct p.creator_id)::integer from (%s) p
    group by grouping sets ((p.category_id), ())';
  total integer := 0;
  makers integer;
  counted record;
begin
  select sum(work_count) into all_items from categories;
  if cardinality(filters) = 0 and prices is null then
    return query select c.id, c.work_count, coalesce(f.creator_count, 0)
      from categories c left join facet_counts f on f.facet = 'in ' || c.id
      union all select null, all_items, coalesce((select creator_count from facet_counts where facet = 'all'), 0);
    return;
  end if;
  select min(coalesce(c.item_count, 0)) into rarest
    from unnest(filters) f left join facet_counts c on c.facet = f;
  if cardinality(filters) > 0 then
    fits := ' and p.facets @> $1';
  end if;
  if prices is not null then
    fits := fits || ' and p.facets && $2 and p.starting_price_cents between $3 and $4';
    select least(rarest, coalesce(sum(item_count), 0)) into rarest from facet_counts where facet = any (prices);
  end if;
  if rarest <= few then
    return query execute format(counting,
      'select p.category_id, p.creator_id from portfolio_items p where p.is_listed' || fits || ' limit ' || few)
      using filters, prices, from_cents, to_cents;
    return;
  end if;
  for room in execute format(
    'select c.id, c.work_count, coalesce(n.works, 0) as works from categories c left join (
      select p.category_id, count(*) as works from (
        select * from portfolio_items where is_listed order by created_at desc, id desc limit %s) p
      where true %s group by p.category_id) n on n.category_id = c.id', newest, fits)
    using filters, prices, from_cents, to_cents
  loop
    -- The newest works tell whether there are plainly more than can be counted.
    if room.works::double precision * all_items / newest >= 2 * most then
      return query select room.id::smallint, most, least(most, room.works::integer);
      total := most;
    else
      for counted in execute format('select count(*)::integer as works, count(distinct p.creator_id)::integer as creators from (
          select p.creator_id from portfolio_items p
          where p.is_listed and p.category_id = $5 and p.facets @> array[''in '' || $5] %s limit $6) p', fits)
        using filters, prices, from_cents, to_cents, room.id, most
      loop
        return query select room.id::smallint, counted.works, counted.creators;
        total := least(most, total + counted.works);
      end loop;
    end if;
  end loop;
  -- One filter is counted by the job. Of several, the creators of the newest works are counted.
  execute format('select count(distinct p.creator_id)::integer from (
      select * from portfolio_items where is_listed order by created_at desc, id desc limit %s) p
    where true %s', newest, fits)
    into makers using filters, prices, from_cents, to_cents;
  if cardinality(filters) = 1 and prices is null then
    select greatest(c.item_count, total), greatest(c.creator_count, makers) into total, makers
      from facet_counts c where c.facet = filters[1];
  end if;
  return query select null::smallint, total, makers;
end
$$;
