-- Where the walk through all files goes on. It looks for files that nothing uses, a part of them each time. Without a row
-- it begins with the first file.
create table media_walk (
  is_only boolean primary key default true check (is_only),
  after uuid not null
);
