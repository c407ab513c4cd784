-- Messages and inquiries. A conversation is two people and a subject, `Re: ` apart. People are never deleted while
-- somebody holds letters of theirs: an account that goes leaves its row without a name.
create function subject_key(subject text) returns text
  language sql immutable parallel safe
  return lower(btrim(regexp_replace(
    regexp_replace(normalize(subject, nfkc), '^(\s*re:\s*)+', '', 'i'), '\s+', ' ', 'g')));

create table conversations (
  id uuid primary key,
  low_id uuid not null references users (id),
  high_id uuid not null references users (id),
  -- As it was first written, without `Re: `.
  subject text not null,
  subject_key text not null,
  started_by uuid not null references users (id),
  last_message_id uuid,
  -- The newest business inquiry.
  inquiry_id uuid,
  created_at timestamptz not null default now(),
  check (low_id < high_id),
  constraint conversations_same unique (low_id, high_id, subject_key)
);
create index conversations_started on conversations (started_by, created_at);
create index conversations_high on conversations (high_id);

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  sender_id uuid not null references users (id),
  receiver_id uuid not null references users (id),
  subject text not null,
  content text not null,
  message_type text not null check (message_type in ('general', 'business_inquiry')),
  budget text,
  timeline text,
  -- The work it is about.
  item_id uuid references portfolio_items (id) on delete set null,
  quote_cents bigint check (quote_cents > 0),
  quote_timeline text,
  declined_at timestamptz,
  read_at timestamptz,
  -- Made by the client: a second send of the same message is the same message.
  client_id uuid,
  search tsvector not null,
  -- Of the moment, not of the transaction: within a conversation the order of writing is the order of time.
  created_at timestamptz not null default clock_timestamp(),
  constraint messages_not_self check (sender_id <> receiver_id),
  constraint messages_inquiry check (
    (message_type = 'business_inquiry') = (budget is not null and timeline is not null)
    and (message_type = 'business_inquiry' or (budget is null and timeline is null and declined_at is null))
    and (quote_cents is null or message_type = 'general')),
  constraint messages_client unique (sender_id, client_id)
) with (fillfactor = 90);
create index messages_conversation on messages (conversation_id, created_at desc, id desc);
create index messages_sent on messages (sender_id, created_at desc, id desc);
create index messages_received on messages (receiver_id, created_at desc, id desc);
create index messages_unread on messages (conversation_id, receiver_id, created_at) where read_at is null;
create index messages_item on messages (item_id) where item_id is not null;
create index messages_search on messages using gin (search);

alter table conversations
  add constraint conversations_last foreign key (last_message_id) references messages (id)
    deferrable initially deferred,
  add constraint conversations_inquiry foreign key (inquiry_id) references messages (id)
    deferrable initially deferred;

-- What one side sees of a conversation. The list is read from here alone.
create table conversation_members (
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id),
  other_id uuid not null references users (id),
  last_message_at timestamptz not null,
  unread_count integer not null default 0 check (unread_count >= 0),
  is_business boolean not null default false,
  is_archived boolean not null default false,
  is_muted boolean not null default false,
  primary key (conversation_id, user_id)
) with (fillfactor = 80);
create index conversation_members_inbox
  on conversation_members (user_id, last_message_at desc, conversation_id desc) where not is_archived;
create index conversation_members_archived
  on conversation_members (user_id, last_message_at desc, conversation_id desc) where is_archived;
create index conversation_members_business
  on conversation_members (user_id, last_message_at desc, conversation_id desc)
  where is_business and not is_archived;
create index conversation_members_unread
  on conversation_members (user_id, last_message_at desc, conversation_id desc)
  include (is_muted) where unread_count > 0 and not is_archived;
create index conversation_members_other on conversation_members (other_id);

-- What search finds a message by: its words, and marks of its two people that no word can be, so that a search of
-- one person meets their messages and the words in the same index.
create function message_doc(sender uuid, receiver uuid, words text) returns tsvector
  language sql stable parallel safe
  return to_tsvector('plinth_words', search_text(words))
    || array_to_tsvector(array['@' || sender::text, '@' || receiver::text]);

create table message_media (
  message_id uuid not null references messages (id) on delete cascade,
  position smallint not null check (position >= 0),
  media_id uuid not null references media (id),
  primary key (message_id, position)
);
create index message_media_media on message_media (media_id);

-- A file is private while it stands in messages or in posts and nowhere that everybody may see.
create or replace function refresh_media_privacy(ids uuid[]) returns void
  language sql
  begin atomic
    update media m set is_private = not m.is_private
    where m.id = any (ids) and m.is_private <> (
      (exists (select 1 from post_media pm where pm.media_id = m.id)
        or exists (select 1 from message_media mm where mm.media_id = m.id))
      and not exists (select 1 from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = m.id and p.is_visible)
      and not exists (select 1 from portfolio_items i where i.media_id = m.id and i.is_listed)
      and not exists (select 1 from users u
        where u.id = m.owner_id and u.profile_image_url like '%/media/' || m.id || '/%'));
  end;

create function message_media_moved() returns trigger language plpgsql as $$
begin
  perform refresh_media_privacy(array[case when tg_op = 'DELETE' then old.media_id else new.media_id end]);
  return null;
end $$;
create trigger message_media_moved after insert or delete on message_media
  for each row execute function message_media_moved();

-- Whoever blocks and whoever is blocked are strangers to each other.
create table blocks (
  blocker_id uuid not null references users (id) on delete cascade,
  blocked_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_not_self check (blocker_id <> blocked_id)
);
create index blocks_newest on blocks (blocker_id, created_at desc, blocked_id desc);
create index blocks_blocked on blocks (blocked_id, blocker_id);

-- Messages among what people are told of. Those of one conversation gather in one row until it is read.
alter table notices
  add column message_id uuid references messages (id) on delete cascade,
  drop constraint notices_kind_check,
  add constraint notices_kind_check
    check (kind in ('like', 'comment', 'follow', 'feature', 'approval', 'message'));
alter table notifications
  add column conversation_id uuid references conversations (id) on delete cascade,
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('like', 'comment', 'reply', 'mention', 'follow',
    'feature', 'approval', 'message', 'inquiry')),
  drop column subject_id;
alter table notifications add column subject_id uuid not null
  generated always as (coalesce(conversation_id, comment_id, post_id, item_id, user_id)) stored;
create unique index notifications_open on notifications (user_id, kind, subject_id) where not is_read;
create index notifications_conversation on notifications (conversation_id, user_id)
  where conversation_id is not null;
