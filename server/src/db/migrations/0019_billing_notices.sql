-- An archive that is ready and a subscription are two things: of one thing what is new takes the place of what was not
-- read yet, but that the archive is ready was lost when a subscription began.
create function billing_subject(user_id uuid, billing_event text) returns uuid
  language sql immutable parallel safe return md5(user_id::text || split_part(billing_event, '_', 1))::uuid;
alter table notifications drop column subject_id;
alter table notifications add column subject_id uuid not null generated always as (coalesce(
  project_id, conversation_id, comment_id, post_id, item_id, billing_subject(user_id, billing_event), user_id)) stored;
create unique index notifications_open on notifications (user_id, kind, subject_id) where not is_read;
