-- Client and creator of a hire, and whoever opened a proof room for themselves, are notified of comments by guests.
-- Compatible: the checks that go come back with one value more.
alter table notices
  -- The comment, or the one that was answered, its room, and the guest who wrote.
  add column room_id uuid references proof_rooms (id) on delete cascade,
  add column mark_id uuid references proof_marks (id) on delete cascade,
  add column guest_id uuid references proof_guests (id) on delete cascade,
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('like', 'comment', 'follow', 'feature', 'approval',
    'message', 'project', 'billing', 'standing', 'new_work', 'credit', 'board', 'proof')) not valid,
  add constraint notices_proof
    check (num_nonnulls(room_id, mark_id, guest_id) = case kind when 'proof' then 3 else 0 end) not valid;
create index notices_room on notices (room_id) where room_id is not null;
create index notices_mark on notices (mark_id) where mark_id is not null;
create index notices_guest on notices (guest_id) where guest_id is not null;

alter table notifications
  add column room_id uuid references proof_rooms (id) on delete cascade,
  -- The newest comment that a guest wrote or answered.
  add column mark_id uuid references proof_marks (id) on delete cascade,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'reply', 'mention', 'follow',
    'feature', 'approval', 'message', 'inquiry', 'project', 'money', 'standing', 'new_work', 'credit',
    'board', 'proof')) not valid,
  add constraint notifications_proof
    check (num_nonnulls(room_id, mark_id) = case kind when 'proof' then 2 else 0 end) not valid;
create index notifications_room on notifications (room_id, user_id) where room_id is not null;
create index notifications_mark on notifications (mark_id) where mark_id is not null;

-- Comments are gathered by room until they are read. Another generated column would have had to be written anew for
-- every row, so from now on a trigger finds what a row is about.
-- Compatible: older servers neither write the column nor rooms, and get the same value as before.
alter table notifications alter column subject_id drop expression;
create function notifications_find_subject() returns trigger language plpgsql as $$
begin
  new.subject_id := coalesce(new.room_id, new.project_id, new.conversation_id, new.comment_id, new.post_id,
    new.item_id, billing_subject(new.user_id, new.billing_event), new.user_id);
  return new;
end
$$;
create trigger notifications_find_subject before insert or update of user_id, room_id, project_id, conversation_id,
    comment_id, post_id, item_id, billing_event, subject_id on notifications
  for each row execute function notifications_find_subject();
-- Also where rows are copied in without triggers.
alter table notifications enable always trigger notifications_find_subject;

-- Guests who wrote what an unread notification gathers. They have no account, so they are no actors.
create table notification_guests (
  notification_id uuid not null references notifications (id) on delete cascade,
  guest_id uuid not null references proof_guests (id) on delete cascade,
  -- When they wrote last.
  created_at timestamptz not null default now(),
  primary key (notification_id, guest_id)
);
create index notification_guests_guest on notification_guests (guest_id);
