-- The proof room of a project: files of its deliveries as versions of things, and remarks about them.

-- Files that replace each other are one thing, which has the id of the first of them.
alter table delivery_files add column thing_id uuid;
create unique index delivery_files_version on delivery_files (thing_id, delivery_id) where thing_id is not null;

-- A file's name without what changes from version to version: `Label_v2 (final).png` and `label.jpg` are both `label`.
create function version_stem(file_name text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(regexp_replace(regexp_replace(lower(file_name), '\.[^.]{1,10}$', ''),
    '([\s_.()-]*(v|ver|version|rev|r|draft|final|new|copy|edit|update[d]?)?[\s_.()-]*\d{0,3})+$', ''), ''), lower(file_name));

-- A delivered file replaces the newest file of the same name and kind, unless its delivery has replaced that already. The
-- creator can say otherwise. A trigger, so that servers of the version before bind what they deliver as well.
create function delivery_files_find_thing() returns trigger language plpgsql as $$
begin
  new.thing_id := coalesce((
    select o.thing_id from delivery_files o join project_deliveries d on d.id = o.delivery_id
    where o.project_id = new.project_id and o.delivery_id <> new.delivery_id and o.kind = new.kind
      and version_stem(o.file_name) = version_stem(new.file_name)
      and not exists (
        select from delivery_files s where s.thing_id = o.thing_id and s.delivery_id = new.delivery_id)
    order by lower(o.file_name) = lower(new.file_name) desc, d.number desc, o.position limit 1), new.id);
  return new;
end
$$;

update delivery_files f set thing_id = g.thing_id
from (
  select n.id, first_value(n.id) over (partition by n.project_id, n.kind, n.stem, n.place order by n.number) as thing_id
  from (
    select df.id, df.project_id, df.kind, d.number, version_stem(df.file_name) as stem,
      row_number() over (partition by df.delivery_id, df.kind, version_stem(df.file_name) order by df.position) as place
    from delivery_files df join project_deliveries d on d.id = df.delivery_id) n) g
where g.id = f.id;

create trigger delivery_files_find_thing before update of delivery_id on delivery_files
  for each row when (new.delivery_id is not null and new.thing_id is null) execute function delivery_files_find_thing();
create trigger delivery_files_begin_thing before insert on delivery_files
  for each row when (new.delivery_id is not null and new.thing_id is null) execute function delivery_files_find_thing();

create table proof_rooms (
  -- The project's.
  id uuid primary key references projects (id),
  -- How often something has changed in it. Whoever changes something holds this row until it is done, so nobody can have
  -- seen a count and later find a smaller one.
  changes integer not null default 0 check (changes >= 0)
);

create table proof_marks (
  -- Made by whoever made the mark, so that sending it twice makes one.
  id uuid primary key,
  room_id uuid not null references proof_rooms (id),
  version_id uuid not null references delivery_files (id),
  number integer not null check (number > 0),
  author_id uuid not null references users (id),
  shape text not null check (shape in ('whole', 'point', 'box', 'arrow', 'line')),
  -- Fractions of the shown picture (`MarkPlace`).
  points real[] not null check (0 <= all (points) and 1 >= all (points)),
  page integer check (page > 0),
  from_time bigint check (from_time >= 0),
  to_time bigint check (to_time > from_time),
  text text not null,
  state text not null default 'open' check (state in ('open', 'done', 'confirmed')),
  done_at timestamptz,
  confirmed_at timestamptz,
  -- The change that the client asked for and that it was part of.
  round smallint check (round > 0),
  change integer not null check (change > 0),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  gone_at timestamptz,
  constraint proof_marks_number unique (version_id, number),
  constraint proof_marks_points check (case shape when 'whole' then cardinality(points) = 0
    when 'point' then cardinality(points) = 2
    when 'line' then cardinality(points) between 4 and 400 and cardinality(points) % 2 = 0
    else cardinality(points) = 4 end),
  constraint proof_marks_span check (to_time is null or from_time is not null),
  constraint proof_marks_state check ((confirmed_at is not null) = (state = 'confirmed')
    and (state <> 'open' or done_at is null) and (state <> 'done' or done_at is not null))
);
create index proof_marks_room on proof_marks (room_id, change);
create index proof_marks_author on proof_marks (author_id);

create table proof_replies (
  id uuid primary key,
  mark_id uuid not null references proof_marks (id),
  author_id uuid not null references users (id),
  text text not null,
  created_at timestamptz not null default now(),
  gone_at timestamptz
);
create index proof_replies_mark on proof_replies (mark_id, created_at);
create index proof_replies_author on proof_replies (author_id);
