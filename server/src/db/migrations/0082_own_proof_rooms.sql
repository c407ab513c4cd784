-- Proof rooms outside of a hire: somebody asks for feedback on drafts of their own.

-- Compatible: the tables of rooms and links came with this version, so no older server knows them.
alter table proof_rooms drop constraint proof_rooms_id_fkey;
alter table proof_rooms
  -- Who opened it. Null for the room of a project.
  add column owner_id uuid references users (id),
  add column title text check (char_length(title) between 1 and 80),
  add column created_at timestamptz not null default now(),
  -- The room of a project has its id.
  add column project_id uuid generated always as (case when owner_id is null then id end) stored
    references projects (id),
  add constraint proof_rooms_own check ((owner_id is null) = (title is null));
create index proof_rooms_owner on proof_rooms (owner_id, created_at desc, id desc) where owner_id is not null;

-- A link leads to a room of either kind. The room of a project gets its row with its first link, too.
insert into proof_rooms (id) select distinct room_id from proof_links on conflict (id) do nothing;
alter table proof_links drop constraint proof_links_room_id_fkey;
alter table proof_links add constraint proof_links_room_id_fkey foreign key (room_id) references proof_rooms (id) not valid;

-- Compatible: older servers write and read projects only.
alter table project_deliveries alter column project_id drop not null,
  -- Files that somebody put into a room of their own at once.
  add column room_id uuid references proof_rooms (id),
  add constraint project_deliveries_of check (num_nonnulls(project_id, room_id) = 1) not valid;
create unique index project_deliveries_room on project_deliveries (room_id, number) where room_id is not null;

alter table delivery_files alter column project_id drop not null,
  add column room_id uuid references proof_rooms (id),
  -- What is in a room of somebody's own is always in one of its deliveries.
  add constraint delivery_files_of check (num_nonnulls(project_id, room_id) = 1
    and (room_id is null or delivery_id is not null)) not valid;
create index delivery_files_room on delivery_files (room_id) where room_id is not null;

-- As before, in rooms of both kinds.
create or replace function delivery_files_find_thing() returns trigger language plpgsql as $$
begin
  new.thing_id := coalesce((
    select o.thing_id from delivery_files o join project_deliveries d on d.id = o.delivery_id
    where (o.project_id = new.project_id or o.room_id = new.room_id)
      and o.delivery_id <> new.delivery_id and o.kind = new.kind
      and version_stem(o.file_name) = version_stem(new.file_name)
      and not exists (
        select from delivery_files s where s.thing_id = o.thing_id and s.delivery_id = new.delivery_id)
    order by lower(o.file_name) = lower(new.file_name) desc, d.number desc, o.position limit 1), new.id);
  return new;
end
$$;
