-- A file is for its owner alone until something that everybody may see shows it: a post, a listed work, a portrait. New
-- files begin like that; those from before stay as they are until something about them changes, and what nobody uses is
-- deleted after a day.
alter table media alter column is_private set default true;

create or replace function refresh_media_privacy(ids uuid[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  update media m set is_private = not m.is_private
  where m.id = any (ids) and m.is_private = coalesce(
    (select true from post_media pm join posts p on p.id = pm.post_id
      where pm.media_id = m.id and p.is_visible limit 1),
    (select true from portfolio_items i where i.media_id = m.id and i.is_listed limit 1),
    (select true from users u
      where u.id = m.owner_id and u.profile_image_url like '%/media/' || m.id || '/%'),
    false);
end
$$;
