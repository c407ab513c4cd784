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
