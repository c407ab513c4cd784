-- A creator's own work across the top of their profile. It is shown while the work is listed and not sensitive, which is
-- decided when a profile is read: what is hidden for a while comes back as the banner.
create table profile_banners (
  user_id uuid primary key references users (id) on delete cascade,
  item_id uuid not null references portfolio_items (id) on delete cascade,
  chosen_at timestamptz not null default now()
);
create index profile_banners_item on profile_banners (item_id);

-- A cache in front forgets the profile with another banner, and when its work can be shown again: an answer without it
-- does not name the work. What an answer shows is forgotten with the work anyway.
create function note_banner_purge() returns trigger language plpgsql as $$
begin
  insert into cache_purges (subject_id) select coalesce(new.user_id, old.user_id) from cache_setup;
  return null;
end
$$;
create trigger profile_banners_purge after insert or update or delete on profile_banners
  for each row execute function note_banner_purge();

create function portfolio_items_follow_banner() returns trigger language plpgsql as $$
begin
  insert into cache_purges (subject_id)
  select n.user_id from profile_banners n, cache_setup where n.item_id = new.id;
  return null;
end
$$;
create trigger portfolio_items_follow_banner
  after update of is_listed, sensitive_by_author, sensitive_by_admin on portfolio_items
  for each row when ((old.is_listed and not old.is_sensitive) <> (new.is_listed and not new.is_sensitive))
  execute function portfolio_items_follow_banner();

-- The words of a case study: its text, quotes, facts and captions that are shown. Addresses are none, nor are credits.
create function study_words(blocks jsonb) returns text
  language sql stable parallel safe
  return concat_ws(' ',
    (select string_agg(w.line, ' ') from (
      select (select string_agg(s ->> 'text', '' order by n) from jsonb_array_elements(spans) with ordinality t (s, n)) as line
      from jsonb_path_query(blocks, '$[*].parts[*].spans') spans
      union all
      select (select string_agg(s ->> 'text', '' order by n) from jsonb_array_elements(spans) with ordinality t (s, n))
      from jsonb_path_query(blocks, '$[*].parts[*].items[*]') spans) w),
    (select string_agg(word #>> '{}', ' ')
      from unnest(array['$[*].shot.caption', '$[*] ? (@.hasCaptions == true).shots[*].caption', '$[*].before.caption',
        '$[*].after.caption', '$[*] ? (@.type == "compare").title', '$[*] ? (@.type == "compare" || @.type == "quote").text',
        '$[*].cite', '$[*].client', '$[*].year', '$[*].role', '$[*].place', '$[*].time', '$[*].tools[*]']::jsonpath[]) path
      cross join lateral jsonb_path_query(blocks, path) word));

-- As before, and with the words of the published case study. They carry no positions: each counts once, as much as a word
-- of the description, and takes little room.
create or replace function portfolio_items_follow_search() returns trigger language plpgsql as $$
declare
  creator record;
begin
  select u.handle, u.location into creator from users u where u.id = new.creator_id;
  new.facets := all_facets(new.category_id, new.origin, creator.location, new.starting_price_cents);
  if tg_op = 'INSERT' then
    new.doc := work_doc(new.doc, creator.handle, new.facets);
  elsif new.doc is distinct from old.doc then
    new.doc := work_doc(ts_delete(new.doc, old.facets), creator.handle, new.facets);
    if new.has_case_study then
      new.doc := new.doc || coalesce((
        select strip(to_tsvector('plinth', search_text(study_words(s.published))))
        from case_studies s where s.item_id = new.id), '');
    end if;
  else
    new.doc := work_doc(ts_delete(new.doc, old.facets), null, new.facets);
  end if;
  return new;
end
$$;

update portfolio_items i set doc = portfolio_doc(
  i.title, i.tags, u.first_name || ' ' || u.last_name, c.name, i.description)
from users u, categories c where i.has_case_study and u.id = i.creator_id and c.id = i.category_id;
insert into search_terms (word, stem, item_count)
select distinct w.word, w.stem, 1
from portfolio_items i join case_studies s on s.item_id = i.id cross join lateral search_words(study_words(s.published)) w
where i.has_case_study and i.state = 'published'
order by w.word on conflict do nothing;

-- Pins have no gap: when a pinned work is hidden or deleted, those behind it move up, for visitors and in the draft. The
-- wall is locked first, as by whoever arranges it. Earlier moves cannot be taken back then: their pins mean other places.
create function close_pins(creator uuid, gone_pin smallint, gone_draft_pin smallint) returns void language plpgsql as $$
begin
  perform from walls where creator_id = creator for no key update;
  update wall_places set
    pin = pin - coalesce((pin > gone_pin)::int, 0),
    draft_pin = draft_pin - coalesce((draft_pin > gone_draft_pin)::int, 0)
  where creator_id = creator and (pin > gone_pin or draft_pin > gone_draft_pin);
  update wall_moves set before = null
  where creator_id = creator and before is not null and gone_draft_pin is not null;
end
$$;

create or replace function wall_follow_state() returns trigger language plpgsql as $$
declare
  pinned record;
begin
  if new.state = 'published' then
    insert into wall_places (id, creator_id, item_id, place, draft_place)
    select new.id, w.creator_id, new.id, f.place, f.place
    from walls w cross join lateral (
      select coalesce(least(min(o.place), min(o.draft_place)), 0) - 1 as place
      from wall_places o where o.creator_id = w.creator_id) f
    where w.creator_id = new.creator_id
    on conflict (id) do nothing;
  elsif exists (select from wall_places where id = new.id and (pin is not null or draft_pin is not null)) then
    perform from walls where creator_id = new.creator_id for no key update;
    select pin, draft_pin into pinned from wall_places where id = new.id;
    update wall_places set pin = null, draft_pin = null where id = new.id;
    perform close_pins(new.creator_id, pinned.pin, pinned.draft_pin);
  end if;
  return null;
end
$$;

create function wall_places_close_pins() returns trigger language plpgsql as $$
begin
  perform close_pins(old.creator_id, old.pin, old.draft_pin);
  return null;
end
$$;
create trigger wall_places_close_pins after delete on wall_places
  for each row when (old.pin is not null or old.draft_pin is not null) execute function wall_places_close_pins();

with numbered as (
  select id, row_number() over (partition by creator_id order by pin) as at,
    row_number() over (partition by creator_id order by draft_pin) as draft_at
  from wall_places where pin is not null or draft_pin is not null)
update wall_places w set pin = case when w.pin is not null then n.at end,
  draft_pin = case when w.draft_pin is not null then n.draft_at end
from numbered n where n.id = w.id;
