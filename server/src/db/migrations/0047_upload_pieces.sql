-- With a bucket, the bytes of an unfinished upload are objects there, and these rows say which, in what order. Without a
-- bucket there are none.
create table upload_pieces (
  -- Part of the object's key. A piece never changes: a longer one takes its place.
  id uuid primary key,
  upload_id uuid not null references uploads (id) on delete cascade,
  -- Where in the file its first byte is.
  begins bigint not null check (begins >= 0),
  bytes integer not null check (bytes > 0),
  constraint upload_pieces_in_order unique (upload_id, begins)
);
