-- Videos beside pictures. width and height are those of the picture that stands for the file: of a video, its poster.
alter table media
  add column kind text not null default 'image' check (kind in ('image', 'video')),
  add column duration_ms integer check (duration_ms >= 0),
  add column has_sound boolean not null default false,
  -- Of the file that every browser plays: 'original', 'play' (a rendition), or null until it is known or made.
  add column plays text check (plays in ('original', 'play')),
  -- Only in posts that not everybody may see: its files then open with a signature alone. Kept right by triggers.
  add column is_private boolean not null default false,
  -- Signs the links to it while it is private; known to nobody outside.
  add column secret uuid not null default gen_random_uuid();

-- Posts. is_visible is what every list of everybody asks for.
create table posts (
  id uuid primary key,
  creator_id uuid not null references users (id) on delete cascade,
  category_id smallint references categories (id),
  type text not null check (type in ('image', 'video', 'portfolio')),
  title text not null,
  description text not null default '',
  tags text[] not null default '{}',
  location text,
  mood text,
  portfolio_id uuid references portfolio_items (id) on delete set null,
  is_public boolean not null default true,
  is_approved boolean not null default true,
  -- None of its files is in the making any more and at least one can be shown.
  is_ready boolean not null default false,
  is_visible boolean not null generated always as (is_public and is_approved and is_ready) stored,
  featured_at timestamptz,
  like_count integer not null default 0 check (like_count >= 0),
  save_count integer not null default 0 check (save_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  share_count integer not null default 0 check (share_count >= 0),
  view_count integer not null default 0 check (view_count >= 0),
  -- Popularity with age inside, so that nothing is computed again as time passes. Moved by a job, not by each like.
  hot double precision not null default 0,
  -- Made by the client: a second send of the same form is the same post.
  client_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint posts_client unique (creator_id, client_id)
) with (fillfactor = 85);
create index posts_newest on posts (created_at desc, id desc) where is_visible;
create index posts_hot on posts (hot desc, id desc) where is_visible;
create index posts_category_newest on posts (category_id, created_at desc, id desc) where is_visible;
create index posts_category_hot on posts (category_id, hot desc, id desc) where is_visible;
create index posts_creator on posts (creator_id, created_at desc, id desc) include (is_visible);
create index posts_portfolio on posts (portfolio_id) where portfolio_id is not null;

create table post_media (
  post_id uuid not null references posts (id) on delete cascade,
  position smallint not null check (position >= 0),
  media_id uuid not null references media (id),
  primary key (post_id, position)
);
create index post_media_media on post_media (media_id);

create table post_likes (
  user_id uuid not null references users (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index post_likes_post on post_likes (post_id);
create index post_likes_newest on post_likes (user_id, created_at desc, post_id desc);

create table post_saves (
  user_id uuid not null references users (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index post_saves_post on post_saves (post_id);
create index post_saves_newest on post_saves (user_id, created_at desc, post_id desc);

create table post_shares (
  user_id uuid not null references users (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index post_shares_post on post_shares (post_id);

create table post_views (
  post_id uuid not null references posts (id) on delete cascade,
  day date not null,
  viewer_id uuid not null references users (id) on delete cascade,
  primary key (post_id, day, viewer_id)
);
create index post_views_viewer on post_views (viewer_id);

-- "Not for me" and "less from this person": wishes of one person about their own For You.
create table post_hides (
  user_id uuid not null references users (id) on delete cascade,
  post_id uuid not null references posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, post_id)
);
create index post_hides_post on post_hides (post_id);
create table creator_dampings (
  user_id uuid not null references users (id) on delete cascade,
  creator_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, creator_id)
);
create index creator_dampings_creator on creator_dampings (creator_id);

-- One person's For You as it was last ranked: pages are read from it by place, so that nothing moves under the reader.
create table for_you_lists (
  user_id uuid primary key references users (id) on delete cascade,
  -- Named by its cursors: a page of an older list is told apart.
  id uuid not null,
  ranking_version smallint not null,
  post_ids uuid[] not null,
  -- For each id a JSON list of reasons.
  reasons jsonb not null,
  made_at timestamptz not null default now()
);

-- Comments, and replies to them one level deep.
create table comments (
  id uuid primary key,
  post_id uuid not null references posts (id) on delete cascade,
  author_id uuid not null references users (id) on delete cascade,
  parent_id uuid references comments (id) on delete cascade,
  content text not null,
  -- [{userId, start, length}]: as the contract has them.
  mentions jsonb not null default '[]',
  like_count integer not null default 0 check (like_count >= 0),
  reply_count integer not null default 0 check (reply_count >= 0),
  -- Only the place of a removed comment is left while it has replies.
  is_removed boolean not null default false,
  client_id uuid,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint comments_client unique (author_id, client_id)
) with (fillfactor = 85);
create index comments_post on comments (post_id, created_at, id) where parent_id is null;
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
-- Of one post by one person: who takes part, and the deletion of either.
create index comments_author on comments (author_id, post_id);
create index comments_post_all on comments (post_id, created_at desc);

create table comment_likes (
  user_id uuid not null references users (id) on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, comment_id)
);
create index comment_likes_comment on comment_likes (comment_id);

-- What carries a tag, newest first. Rows exist only while the work hangs or the post is visible.
create table post_tags (
  tag text not null,
  created_at timestamptz not null,
  post_id uuid not null references posts (id) on delete cascade,
  primary key (tag, created_at, post_id)
);
create index post_tags_post on post_tags (post_id);
create table portfolio_tags (
  tag text not null,
  created_at timestamptz not null,
  item_id uuid not null references portfolio_items (id) on delete cascade,
  primary key (tag, created_at, item_id)
);
create index portfolio_tags_item on portfolio_tags (item_id);

alter table users add column post_count integer not null default 0 check (post_count >= 0);
create index users_new_creators on users (created_at desc, id desc) where is_creator and suspended_at is null;
-- "@Marit Solheim" in a comment.
create index users_full_name on users (lower(first_name || ' ' || last_name));

-- A tag as it is looked up.
create function tag_key(tag text) returns text
  language sql immutable parallel safe
  return lower(normalize(btrim(ltrim(tag, '#')), nfkc));

-- A file is private while it stands in posts and in none that everybody may see, nor on the wall or as a portrait.
create function refresh_media_privacy(ids uuid[]) returns void
  language sql
  begin atomic
    update media m set is_private = not m.is_private
    where m.id = any (ids) and m.is_private <> (
      exists (select 1 from post_media pm where pm.media_id = m.id)
      and not exists (select 1 from post_media pm join posts p on p.id = pm.post_id
        where pm.media_id = m.id and p.is_visible)
      and not exists (select 1 from portfolio_items i where i.media_id = m.id and i.is_listed)
      and not exists (select 1 from users u
        where u.id = m.owner_id and u.profile_image_url like '%/media/' || m.id || '/%'));
  end;

-- What follows from a post's visibility, whoever changes it: its tags, its author's count, its files' privacy.
create function posts_follow_visibility() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.is_visible;
  is_now boolean := tg_op <> 'DELETE' and new.is_visible;
begin
  if tg_op <> 'DELETE' and was and (not is_now or old.tags is distinct from new.tags) then
    delete from post_tags where post_id = old.id;
  end if;
  if is_now and (not was or old.tags is distinct from new.tags) then
    insert into post_tags (tag, created_at, post_id)
    select distinct tag_key(tag), new.created_at, new.id from unnest(new.tags) tag where tag_key(tag) <> ''
    on conflict do nothing;
  end if;
  if was <> is_now then
    update users set post_count = post_count + case when is_now then 1 else -1 end
    where id = coalesce(new.creator_id, old.creator_id);
    if tg_op <> 'DELETE' then
      perform refresh_media_privacy(array(select media_id from post_media where post_id = new.id));
    end if;
  end if;
  return null;
end
$$;
create trigger posts_follow_visibility
  after insert or delete or update of is_public, is_approved, is_ready, tags on posts
  for each row execute function posts_follow_visibility();

create function post_media_follow_privacy() returns trigger language plpgsql as $$
begin
  perform refresh_media_privacy(array[coalesce(new.media_id, old.media_id)]);
  return null;
end
$$;
create trigger post_media_follow_privacy
  after insert or delete on post_media
  for each row execute function post_media_follow_privacy();

create function portfolio_items_follow_listing() returns trigger language plpgsql as $$
declare
  was boolean := tg_op <> 'INSERT' and old.is_listed;
  is_now boolean := tg_op <> 'DELETE' and new.is_listed;
begin
  if tg_op <> 'DELETE' and was and (not is_now or old.tags is distinct from new.tags) then
    delete from portfolio_tags where item_id = old.id;
  end if;
  if is_now and (not was or old.tags is distinct from new.tags) then
    insert into portfolio_tags (tag, created_at, item_id)
    select distinct tag_key(tag), new.created_at, new.id from unnest(new.tags) tag where tag_key(tag) <> ''
    on conflict do nothing;
  end if;
  if was <> is_now then
    perform refresh_media_privacy(array[coalesce(new.media_id, old.media_id)]);
  end if;
  return null;
end
$$;
create trigger portfolio_items_follow_listing
  after insert or delete or update of is_listed, tags on portfolio_items
  for each row execute function portfolio_items_follow_listing();

insert into portfolio_tags (tag, created_at, item_id)
select distinct tag_key(tag), i.created_at, i.id
from portfolio_items i cross join unnest(i.tags) tag where i.is_listed and tag_key(tag) <> '';
