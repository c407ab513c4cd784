-- What was taken down cannot come back: files by their hash, pictures by what they look like.

-- Of every upload: its hash as it was sent, and of pictures what they look like (gateways/image/look.ts).
create table media_looks (
  media_id uuid primary key references media (id) on delete cascade,
  sha256 bytea not null,
  -- Null for what is no picture, and for plain surfaces.
  look bit(256)
);

-- Files of what staff took down, until the takedown is undone or staff lift the block.
create table media_blocks (
  id uuid primary key,
  sha256 bytea not null,
  look bit(256),
  -- The look in 16 parts, each with its place: copies nearly always share one, or all but a bit of one.
  marks integer[] not null,
  kind text not null check (kind in ('post', 'portfolio')),
  subject_id uuid not null,
  -- The file may be deleted while it is blocked.
  media_id uuid not null,
  owner_id uuid references users (id) on delete set null,
  reason text not null,
  -- Taken down for a copyright notice, so its holder may send the same file.
  is_claimed boolean not null,
  created_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references users (id) on delete set null,
  constraint media_blocks_once unique (kind, subject_id, media_id)
);
create index media_blocks_hash on media_blocks (sha256) where lifted_at is null;
create index media_blocks_look on media_blocks using gin (marks) where lifted_at is null;
create index media_blocks_active on media_blocks (created_at desc, id desc) where lifted_at is null;
create index media_blocks_lifted on media_blocks (lifted_at desc, id desc) where lifted_at is not null;
create index media_blocks_owner on media_blocks (owner_id) where owner_id is not null;
create index media_blocks_lifter on media_blocks (lifted_by) where lifted_by is not null;

-- Uploads that look like something blocked. Nothing is made of them until staff have looked.
create table media_reviews (
  -- Of the upload.
  id uuid primary key references media (id) on delete cascade,
  block_id uuid not null references media_blocks (id) on delete cascade,
  -- In how many of 256 bits the two differ; null for the very same file.
  distance integer,
  state text not null default 'waiting' check (state in ('waiting', 'passed', 'refused')),
  note text,
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint media_reviews_decided check ((state = 'waiting') = (decided_at is null))
);
create index media_reviews_waiting on media_reviews (created_at desc, id desc) where state = 'waiting';
create index media_reviews_block on media_reviews (block_id);
create index media_reviews_decider on media_reviews (decided_by) where decided_by is not null;
