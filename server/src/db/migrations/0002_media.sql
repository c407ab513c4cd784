-- One row a file somebody sent. Its objects: originals/{id}.{extension} and renditions/{id}/{width}.{avif,webp}.
create table media (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  state text not null default 'uploaded' check (state in ('uploaded', 'processing', 'ready', 'failed')),
  failure text,
  attempts integer not null default 0,
  file_name text not null,
  content_type text not null,
  extension text not null,
  -- What came in, and what is kept after location and device data are taken out.
  received_bytes bigint not null,
  bytes bigint not null,
  -- As shown, orientation applied.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash text,
  alt text not null default '' check (length(alt) <= 2000),
  rendition_widths integer[] not null default '{}',
  created_at timestamptz not null default now(),
  processed_at timestamptz
);
create index media_owner on media (owner_id, created_at desc);
create index media_unfinished on media (created_at) where state in ('uploaded', 'processing');

-- Objects whose rows are gone; a job deletes them and then the row here.
create table media_removals (
  media_id uuid primary key,
  extension text not null,
  created_at timestamptz not null default now()
);
