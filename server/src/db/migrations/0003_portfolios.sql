create table categories (
  id smallint primary key,
  slug text not null unique,
  name text not null,
  work_count integer not null default 0 check (work_count >= 0)
);
insert into categories (id, slug, name) values
  (1, 'graphic-design', 'Graphic Design'),
  (2, 'photography', 'Photography'),
  (3, 'videography', 'Videography'),
  (4, 'editing', 'Editing'),
  (5, 'artwork', 'Artwork'),
  (6, 'crafting', 'Crafting');

create text search configuration plinth (copy = english);
alter text search configuration plinth
  alter mapping for hword, hword_part, word with unaccent, english_stem;
create text search configuration plinth_words (copy = simple);
alter text search configuration plinth_words
  alter mapping for hword, hword_part, word with unaccent, simple;

-- Counters move in the statement that inserts or deletes the row they count. None is indexed, so a like
-- rewrites no index entry; fillfactor leaves room for that.
create table portfolio_items (
  id uuid primary key,
  creator_id uuid not null references users (id) on delete cascade,
  category_id smallint not null references categories (id),
  title text not null,
  description text not null default '',
  media_id uuid not null references media (id),
  -- Null: made on inquiry only.
  starting_price_cents bigint check (starting_price_cents between 0 and 100000000),
  tags text[] not null default '{}',
  -- True once its picture can be shown.
  is_listed boolean not null,
  featured_at timestamptz,
  like_count integer not null default 0 check (like_count >= 0),
  save_count integer not null default 0 check (save_count >= 0),
  view_count integer not null default 0 check (view_count >= 0),
  -- Popularity and membership in its top tenth, refreshed by a job and not by each like.
  pop real not null default 0,
  is_top boolean not null default false,
  -- Title A, tags, creator and category B, description D.
  doc tsvector not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 85);
create index portfolio_items_newest on portfolio_items (created_at desc, id desc) where is_listed;
create index portfolio_items_category_newest on portfolio_items (category_id, created_at desc, id desc) where is_listed;
create index portfolio_items_pop on portfolio_items (pop desc, id desc) where is_listed;
create index portfolio_items_category_pop on portfolio_items (category_id, pop desc, id desc) where is_listed;
create index portfolio_items_featured on portfolio_items (featured_at desc, id desc) where is_listed and featured_at is not null;
create index portfolio_items_creator on portfolio_items (creator_id, created_at desc, id desc);
create index portfolio_items_media on portfolio_items (media_id);
create index portfolio_items_doc on portfolio_items using gin (doc) with (fastupdate = off) where is_listed;
create index portfolio_items_doc_top on portfolio_items using gin (doc) with (fastupdate = off) where is_listed and is_top;

-- Every word that occurs in a work, as written, with its stem and in how many works. The door through
-- which misspelt and half-typed words find the right ones.
create table search_terms (
  word text primary key,
  stem text not null,
  item_count integer not null
);
create index search_terms_prefix on search_terms (word text_pattern_ops);
create index search_terms_trigrams on search_terms using gin (word gin_trgm_ops);

create table portfolio_likes (
  user_id uuid not null references users (id) on delete cascade,
  item_id uuid not null references portfolio_items (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, item_id)
);
create index portfolio_likes_item on portfolio_likes (item_id);

create table portfolio_saves (
  user_id uuid not null references users (id) on delete cascade,
  item_id uuid not null references portfolio_items (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, item_id)
);
create index portfolio_saves_item on portfolio_saves (item_id);

create table portfolio_views (
  item_id uuid not null references portfolio_items (id) on delete cascade,
  day date not null,
  viewer_id uuid not null references users (id) on delete cascade,
  primary key (item_id, day, viewer_id)
);
create index portfolio_views_viewer on portfolio_views (viewer_id);
