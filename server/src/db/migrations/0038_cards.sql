-- What a card of a post or a work shows, and is alike for everybody, is kept by servers under this number. It rises
-- with everything that the card shows but the counters, which are read each time.
alter table posts add column card_version integer not null default 0;
alter table portfolio_items add column card_version integer not null default 0;

create function next_card() returns trigger language plpgsql as $$
begin
  new.card_version := old.card_version + 1;
  return new;
end
$$;
create trigger posts_next_card
  before update of type, title, description, category_id, tags, location, mood, portfolio_id, is_public, is_approved,
    is_ready, featured_at, taken_down_at, author_gone, sensitive_by_author, sensitive_by_admin on posts
  for each row execute function next_card();
create trigger portfolio_items_next_card
  before update of title, description, category_id, media_id, starting_price_cents, tags, is_listed, featured_at,
    taken_down_at, author_gone, sensitive_by_author, sensitive_by_admin, origin, origin_parts, origin_said_at,
    is_reserved on portfolio_items
  for each row execute function next_card();

-- Cards show their maker, and of works the rating.
create function users_next_cards() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if (old.handle, old.first_name, old.last_name, old.profile_image_url, old.location, old.is_creator, old.is_gone)
    is distinct from
    (new.handle, new.first_name, new.last_name, new.profile_image_url, new.location, new.is_creator, new.is_gone) then
    update posts set card_version = card_version + 1 where creator_id = new.id;
  end if;
  update portfolio_items set card_version = card_version + 1 where creator_id = new.id;
  return null;
end
$$;
create trigger users_next_cards
  after update of handle, first_name, last_name, profile_image_url, location, creator_granted, creator_subscribed,
    suspended_at, deleted_at, review_count, rating_sum on users
  for each row when (
    (old.handle, old.first_name, old.last_name, old.profile_image_url, old.location, old.is_creator, old.is_gone,
      old.review_count, old.rating_sum)
    is distinct from
    (new.handle, new.first_name, new.last_name, new.profile_image_url, new.location, new.is_creator, new.is_gone,
      new.review_count, new.rating_sum))
  execute function users_next_cards();

-- Posts show the price of their work.
create function portfolio_items_next_posts() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update posts set card_version = card_version + 1 where portfolio_id = new.id;
  return null;
end
$$;
create trigger portfolio_items_next_posts
  after update of starting_price_cents, is_listed on portfolio_items
  for each row when ((old.starting_price_cents, old.is_listed) is distinct from (new.starting_price_cents, new.is_listed))
  execute function portfolio_items_next_posts();

-- Cards show files. A row that is being written is passed over, because its writer may be waiting for the file: servers
-- keep no card for longer than half a minute.
create function media_next_cards() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update posts set card_version = card_version + 1 where id in (
    select p.id from post_media pm join posts p on p.id = pm.post_id
    where pm.media_id = new.id for no key update of p skip locked);
  update portfolio_items set card_version = card_version + 1 where id in (
    select i.id from portfolio_items i where i.media_id = new.id for no key update skip locked);
  return null;
end
$$;
create trigger media_next_cards
  after update of state, failure, width, height, thumbhash, alt, rendition_widths, extension, is_private, is_sensitive,
    is_animated, has_tiles, plays, duration_ms, has_sound, has_preview, has_captions, peaks, pages, carries_reservation
  on media
  for each row when (
    (old.state, old.failure, old.width, old.height, old.thumbhash, old.alt, old.rendition_widths, old.extension,
      old.is_private, old.is_sensitive, old.is_animated, old.has_tiles, old.plays, old.duration_ms, old.has_sound,
      old.has_preview, old.has_captions, old.peaks, old.pages, old.carries_reservation)
    is distinct from
    (new.state, new.failure, new.width, new.height, new.thumbhash, new.alt, new.rendition_widths, new.extension,
      new.is_private, new.is_sensitive, new.is_animated, new.has_tiles, new.plays, new.duration_ms, new.has_sound,
      new.has_preview, new.has_captions, new.peaks, new.pages, new.carries_reservation))
  execute function media_next_cards();

-- A person's For You in parts of twenty, so that a page reads one of them.
create table for_you_pages (
  user_id uuid not null references for_you_lists (user_id) on delete cascade,
  -- The first is 0.
  place smallint not null,
  post_ids uuid[] not null,
  -- For each post a line with its reasons as a JSON list.
  reasons text not null,
  primary key (user_id, place)
);
delete from for_you_lists;
alter table for_you_lists
  drop column reasons,
  add column length smallint not null;
