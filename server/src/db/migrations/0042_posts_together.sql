-- Posts come many at a time. What follows from new ones is done once for all of them; what follows from a change of one
-- or its deletion stays with its row. `entered` holds the new rows of a statement.

-- The same rows as before, by one statement that keeps its plan on every version. The stems of words are looked for only
-- when the vocabulary lacks them.
create or replace function refresh_post_docs(ids uuid[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  with texts as materialized (
    select p.id, c.name as category, search_text(p.title) as title,
      search_text(array_to_string(p.tags, ' ')) as tags, search_text(p.description) as description,
      search_text(concat_ws(' ', u.first_name, u.last_name, u.handle)) as author
    from posts p join users u on u.id = p.creator_id left join categories c on c.id = p.category_id
    where p.id = any (ids) and p.is_visible),
  docs as (
    insert into post_docs (post_id, doc)
    select id,
      setweight(to_tsvector('plinth', title), 'A')
      || setweight(to_tsvector('plinth', tags || ' ' || author), 'B')
      || setweight(to_tsvector('plinth', description), 'D')
      || case when category is null then '' else array_to_tsvector(array['in ' || category]) end
    from texts order by id
    on conflict (post_id) do update set doc = excluded.doc),
  unknown as materialized (
    select distinct w.word
    from texts cross join lateral unnest(tsvector_to_array(
      to_tsvector('plinth_words', concat_ws(' ', title, tags, description)))) w (word)
    where length(w.word) <= 50 and not exists (select 1 from search_terms t where t.word = w.word))
  insert into search_terms (word, stem, item_count, post_count)
  select w.word, s.lexeme, 0, 1
  from unknown w cross join lateral (select lexeme from unnest(to_tsvector('plinth', w.word)) limit 1) s
  order by w.word
  on conflict do nothing;
end
$$;

-- Several authors are locked in the order of their ids, as everywhere.
create function posts_enter() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  ids constant uuid[] := array(select id from entered where is_visible);
begin
  if ids = '{}' then
    return null;
  end if;
  insert into post_tags (tag, created_at, post_id)
  select distinct tag_key(tag), e.created_at, e.id
  from entered e cross join unnest(e.tags) tag
  where e.is_visible and tag_key(tag) <> ''
  on conflict do nothing;
  with new_posts as materialized (
    select creator_id, count(*) as count from entered where is_visible group by creator_id),
  authors as materialized (
    select id from users where id in (select creator_id from new_posts) order by id for no key update)
  update users u set post_count = u.post_count + n.count
  from authors a join new_posts n on n.creator_id = a.id
  where u.id = a.id;
  perform refresh_post_docs(ids);
  return null;
end
$$;
drop trigger posts_enter_search on posts;
create trigger posts_enter after insert on posts
  referencing new table as entered for each statement execute function posts_enter();

create or replace function posts_follow_visibility() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  was constant boolean := old.is_visible;
  is_now constant boolean := tg_op = 'UPDATE' and new.is_visible;
begin
  if tg_op = 'UPDATE' and was and (not is_now or old.tags is distinct from new.tags) then
    delete from post_tags where post_id = old.id;
  end if;
  if is_now and (not was or old.tags is distinct from new.tags) and new.tags <> '{}' then
    insert into post_tags (tag, created_at, post_id)
    select distinct tag_key(tag), new.created_at, new.id from unnest(new.tags) tag where tag_key(tag) <> ''
    on conflict do nothing;
  end if;
  if was <> is_now then
    update users set post_count = post_count + case when is_now then 1 else -1 end where id = old.creator_id;
    if tg_op = 'UPDATE' then
      perform refresh_media_privacy(array(select media_id from post_media where post_id = new.id));
    end if;
  end if;
  return null;
end
$$;
-- Triggers run in the order of their names. This one locks the author before `posts_follow_search` adds words, as new
-- posts do, so that nobody who adds the same words waits in a circle.
drop trigger posts_follow_visibility on posts;
create trigger posts_change_visibility
  after delete or update of is_public, is_approved, is_ready, taken_down_at, author_gone, tags on posts
  for each row execute function posts_follow_visibility();

-- A post that everybody sees can only make its files public, any other can only make them private, and one that is not
-- sensitive changes nothing about them. So most new posts leave their files as they are.
create function post_media_enter() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  shown uuid[];
  sensitive uuid[];
begin
  select array_agg(m.id) filter (where m.is_private = p.is_visible),
    array_agg(m.id) filter (where p.is_sensitive and not m.is_sensitive)
    into shown, sensitive
    from entered e join posts p on p.id = e.post_id join media m on m.id = e.media_id;
  if shown is not null then
    perform refresh_media_privacy(shown);
  end if;
  if sensitive is not null then
    perform refresh_media_sensitivity(sensitive);
  end if;
  return null;
end
$$;
drop trigger post_media_follow_privacy on post_media;
drop trigger post_media_follow_sensitivity on post_media;
create trigger post_media_enter after insert on post_media
  referencing new table as entered for each statement execute function post_media_enter();
create trigger post_media_follow_privacy after delete on post_media
  for each row execute function post_media_follow_privacy();
create trigger post_media_follow_sensitivity after delete on post_media
  for each row execute function follow_sensitivity();
