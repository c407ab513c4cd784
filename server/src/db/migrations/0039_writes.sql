-- What follows from writing a post or a work looks up only the rows of its files. `exists (…) or exists (…)` let the
-- planner read whole tables for it; one look-up after the other cannot. Nor may a plan that was made while a table was
-- empty.
create or replace function refresh_media_privacy(ids uuid[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  update media m set is_private = not m.is_private
  where m.id = any (ids) and m.is_private <> (case
    when (select true from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = m.id and p.is_visible limit 1) then false
    when (select true from portfolio_items i where i.media_id = m.id and i.is_listed limit 1) then false
    when (select true from users u
      where u.id = m.owner_id and u.profile_image_url like '%/media/' || m.id || '/%') then false
    when (select true from post_media pm where pm.media_id = m.id limit 1) then true
    when (select true from message_media mm where mm.media_id = m.id limit 1) then true
    else coalesce((select true from portfolio_items i
      where i.media_id = m.id and (i.author_gone or i.taken_down_at is not null) limit 1), false) end);
end
$$;

create or replace function refresh_media_sensitivity(ids uuid[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  update media m set is_sensitive = not m.is_sensitive
  where m.id = any (ids) and m.is_sensitive <> coalesce(
    (select true from portfolio_items i where i.media_id = m.id and i.is_sensitive limit 1),
    (select true from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = m.id and p.is_sensitive limit 1),
    false);
end
$$;

create index portfolio_items_sensitive on portfolio_items (media_id) where is_sensitive;
