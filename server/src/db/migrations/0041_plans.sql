-- What runs with every write keeps its plans. For an array that it knows, PostgreSQL expects fewer rows than for one that
-- it does not know, so it would plan these statements again each time, which takes several times as long as running them.
-- None may keep a plan that reads a whole table because that was empty.
do $$
declare
  planned regprocedure;
begin
  foreach planned in array array[
    'refresh_media_privacy(uuid[])', 'refresh_media_sensitivity(uuid[])', 'refresh_post_docs(uuid[])',
    'refresh_people_docs(uuid[])', 'add_people_words(uuid[])']::regprocedure[]
  loop
    execute format('alter function %s set plan_cache_mode = force_generic_plan', planned);
    execute format('alter function %s set enable_seqscan = off', planned);
  end loop;
end
$$;

-- A post's first files come with it or after it, and then its files' trigger looks after their privacy.
create or replace function posts_follow_visibility() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  was boolean := tg_op <> 'INSERT' and old.is_visible;
  is_now boolean := tg_op <> 'DELETE' and new.is_visible;
begin
  if tg_op <> 'DELETE' and was and (not is_now or old.tags is distinct from new.tags) then
    delete from post_tags where post_id = old.id;
  end if;
  if is_now and (not was or old.tags is distinct from new.tags) and new.tags <> '{}' then
    insert into post_tags (tag, created_at, post_id)
    select distinct tag_key(tag), new.created_at, new.id from unnest(new.tags) tag where tag_key(tag) <> ''
    on conflict do nothing;
  end if;
  if was <> is_now then
    update users set post_count = post_count + case when is_now then 1 else -1 end
    where id = coalesce(new.creator_id, old.creator_id);
    if tg_op = 'UPDATE' then
      perform refresh_media_privacy(array(select media_id from post_media where post_id = new.id));
    end if;
  end if;
  return null;
end
$$;

-- Counters of people and conversations change often: with room on its page, a row changes without touching indexes.
alter table users set (fillfactor = 80);
alter table conversations set (fillfactor = 80);

-- A new post's words are gathered before they go into the index. What waits is read along by every search, so it is
-- kept short.
alter index post_docs_doc set (fastupdate = on, gin_pending_list_limit = 256);
alter index post_docs_doc_top set (fastupdate = on, gin_pending_list_limit = 256);
