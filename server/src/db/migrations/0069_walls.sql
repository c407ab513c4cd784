-- Walls that their creators arranged. A wall has no row here until then, and is newest first. What is arranged is a draft
-- beside what visitors see, until it is shown to them.

create table walls (
  creator_id uuid primary key references users (id) on delete cascade,
  -- Moves since it was last shown.
  moves integer not null default 0 constraint walls_moves check (moves >= 0),
  shown_at timestamptz,
  created_at timestamptz not null default now()
);

create table series (
  id uuid primary key,
  creator_id uuid not null references walls (creator_id) on delete cascade,
  title text not null constraint series_title_length check (length(title) between 1 and 100),
  description text not null default '' constraint series_description_length check (length(description) <= 1000),
  cover_id uuid references portfolio_items (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index series_creator on series (creator_id, created_at, id);
create index series_cover on series (cover_id) where cover_id is not null;
create index series_time on series (created_at, id);

-- Where each work and each series stands. Something that is moved gets a number between those of its neighbours. Works in
-- a series are ordered among themselves. Works that are hidden or deleted keep their place.
create table wall_places (
  -- That of the work or of the series.
  id uuid primary key,
  creator_id uuid not null references walls (creator_id) on delete cascade,
  item_id uuid references portfolio_items (id) on delete cascade,
  series_id uuid references series (id) on delete cascade,
  -- As visitors see it; null for a series that was never shown.
  place float8,
  pin smallint,
  inside uuid references series (id) on delete set null,
  draft_place float8 not null,
  draft_pin smallint,
  draft_inside uuid references series (id) on delete set null,
  -- The order of the whole wall: pins come first.
  at float8 generated always as (case when pin is null then place else pin - 1e12 end) stored,
  draft_at float8 generated always as (case when draft_pin is null then draft_place else draft_pin - 1e12 end) stored,
  constraint wall_places_one check (id = coalesce(item_id, series_id) and (item_id is null or series_id is null)),
  constraint wall_places_shown check (place is not null or (series_id is not null and pin is null)),
  constraint wall_places_range check (abs(place) < 1e9 and abs(draft_place) < 1e9),
  constraint wall_places_pins check (pin between 1 and 3 and draft_pin between 1 and 3),
  -- A series is not pinned and in no other, and neither is a pinned work.
  constraint wall_places_alone check (
    (pin is null or (series_id is null and inside is null))
    and (draft_pin is null or (series_id is null and draft_inside is null))
    and (series_id is null or (inside is null and draft_inside is null))),
  -- Checked after each statement, because two can change places in one.
  constraint wall_places_pin unique (creator_id, pin) deferrable initially immediate,
  constraint wall_places_draft_pin unique (creator_id, draft_pin) deferrable initially immediate
);
create index wall_places_order on wall_places (creator_id, at, id) where inside is null;
create index wall_places_draft_order on wall_places (creator_id, draft_at, id) where draft_inside is null;
create index wall_places_inside on wall_places (inside, place, id) where inside is not null;
create index wall_places_draft_inside on wall_places (draft_inside, draft_place, id) where draft_inside is not null;
create index wall_places_item on wall_places (item_id) where item_id is not null;
create index wall_places_series on wall_places (series_id) where series_id is not null;

-- The last moves since the wall was shown, to take them back.
create table wall_moves (
  creator_id uuid not null references walls (creator_id) on delete cascade,
  number integer not null,
  -- The places that it changed, as they were; null when they have no meaning any more.
  before jsonb,
  primary key (creator_id, number)
);

-- What is published comes first on an arranged wall, unless it has its place from before. What is not shown any more is
-- not pinned.
create function wall_follow_state() returns trigger language plpgsql as $$
begin
  if new.state = 'published' then
    insert into wall_places (id, creator_id, item_id, place, draft_place)
    select new.id, w.creator_id, new.id, f.place, f.place
    from walls w cross join lateral (
      select coalesce(least(min(o.place), min(o.draft_place)), 0) - 1 as place
      from wall_places o where o.creator_id = w.creator_id) f
    where w.creator_id = new.creator_id
    on conflict (id) do nothing;
  else
    update wall_places set pin = null, draft_pin = null
    where id = new.id and (pin is not null or draft_pin is not null);
  end if;
  return null;
end
$$;
create trigger portfolio_items_join_wall after insert on portfolio_items
  for each row when (new.state = 'published') execute function wall_follow_state();
create trigger portfolio_items_follow_wall after update of state on portfolio_items
  for each row when (old.state <> new.state) execute function wall_follow_state();

-- A cache in front forgets a profile when its wall is shown, and a series when it changes.
create function note_wall_purge() returns trigger language plpgsql as $$
begin
  insert into cache_purges (subject_id) select old.creator_id from cache_setup;
  return null;
end
$$;
create trigger walls_purge_shown after update on walls
  for each row when (old.shown_at is distinct from new.shown_at) execute function note_wall_purge();
create trigger series_purge_changed after update on series
  for each row when (
    (old.title, old.description, old.cover_id) is distinct from (new.title, new.description, new.cover_id))
  execute function note_purge();
create trigger series_purge_deleted after delete on series
  for each row execute function note_purge();
