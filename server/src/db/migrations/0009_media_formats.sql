-- Audio, PDF and documents beside pictures and videos. Of everything but a picture, width and height are those of the
-- picture that stands for it.
alter table media
  drop constraint media_kind_check,
  add constraint media_kind_check check (kind in ('image', 'video', 'audio', 'pdf', 'document')),
  add column is_animated boolean not null default false,
  -- Looked at 1:1 by tiles.
  add column has_tiles boolean not null default false,
  -- Most present colour first, as #rrggbb.
  add column palette text[] not null default '{}' check (array_length(palette, 1) <= 8),
  add column pages integer check (pages > 0),
  -- base64 of the waveform's heights.
  add column peaks text,
  add column has_preview boolean not null default false,
  add column has_captions boolean not null default false,
  -- The contract's FileFacts of what came in and of what is kept, and what was taken out between them.
  add column received jsonb,
  add column kept jsonb,
  add column is_same boolean not null default false,
  add column taken_out text[] not null default '{}',
  -- Why something is missing that the file is shown without.
  add column later_failure text;

-- What is made of an original: object renditions/{media_id}/{name}. Tiles are many and have no rows.
create table media_renditions (
  media_id uuid not null references media (id) on delete cascade,
  name text not null,
  width integer,
  height integer,
  bytes bigint not null check (bytes > 0),
  made_at timestamptz not null default now(),
  primary key (media_id, name)
);

-- Resumable uploads whose bytes are still coming; media takes over their id.
create table uploads (
  id uuid primary key,
  owner_id uuid not null references users (id) on delete cascade,
  file_name text not null,
  bytes bigint not null check (bytes > 0),
  created_at timestamptz not null default now(),
  -- When bytes last came.
  touched_at timestamptz not null default now()
);
create index uploads_owner on uploads (owner_id);
create index uploads_touched on uploads (touched_at);

-- The quota is a sum over one person's rows.
drop index media_owner;
create index media_owner on media (owner_id, created_at desc) include (bytes);
