-- Where the walk through all files goes on. It looks for files that nothing uses, and takes a part of them each time. No
-- row: from the first file on.
create table media_walk (
  is_only boolean primary key default true check (is_only),
  after uuid not null
);
