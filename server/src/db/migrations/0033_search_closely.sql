-- Searches that find thousands look only at the best closely: names are compared for a few hundred people, and likes
-- counted for a few hundred posts, where before it was for all that were found.

create or replace function search_people(query text, wish tsquery, taken text, with_members boolean, wanted integer)
  returns table (id uuid, score real)
  language plpgsql stable rows 200
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  most constant integer := least(2000, 400 + 8 * wanted);
  closely constant integer := least(300, 100 + wanted);
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
    -- Among so many, the most followed: their own order is that of the index.
    execute 'select array(select p.user_id from (
        select * from people_docs where true' || who || ' order by pop desc, user_id desc limit $3) p
      where p.doc @@ $2) || $1[1:$4] || array(
        select user_id from people_docs where user_id = (select id from users where handle = $5) and doc @@ $2' || who || ')'
      into found using found, wish, most, closely, handle;
  end if;
  return query execute '
    select u.id, ((case when u.handle = $2 then 8 else 0 end)
        + (case when n.name = '' '' || $3 then 5 when n.name like '' '' || $3 || ''%'' then 4 else 0 end)
        + 2 * d.rank + ln(1 + u.follower_count) / 20)::real as score
    from (
      select user_id, ts_rank(doc, $4) as rank from people_docs where user_id = any ($1)
      order by rank desc, pop desc, user_id desc limit $6) d
    cross join lateral (select * from users where users.id = d.user_id offset 0) u
    cross join lateral (select name_words(u.first_name || '' '' || u.last_name) as name) n
    order by score desc, id desc limit $5'
    using found, handle, taken, wish, wanted, closely;
end
$$;

create or replace function search_posts(wish tsquery, share double precision, category smallint, wanted integer)
  returns table (id uuid, score real)
  language plpgsql stable rows 200
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  closely constant integer := 500;
  all_posts double precision;
  matching tsquery;
  found uuid[];
  scores real[];
  ranking constant text := 'select array_agg(t.id), array_agg(t.score) from (
    select p.id, (f.rank * (1 + ln(1 + p.like_count) / 10))::real as score
    from (
      select post_id, ts_rank(doc, $1) as rank from (
        select post_id, doc from post_docs where doc @@ $2 %s limit %s) d
      order by rank desc, post_id desc limit $4) f
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
    execute format(ranking, 'and is_top', 2000) into found, scores using wish, matching, wanted, closely;
  end if;
  if coalesce(cardinality(found), 0) < 20 then
    execute format(ranking, '', 5000) into found, scores using wish, matching, wanted, closely;
  end if;
  return query select unnest(found), unnest(scores);
end
$$;
