-- What admins look through: everything, newest first, whatever its standing.
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_creators on users (created_at desc, id desc) where deleted_at is null and is_creator;
create index users_admins on users (created_at desc, id desc) where deleted_at is null and is_admin;
create index users_suspended on users (created_at desc, id desc)
  where deleted_at is null and suspended_at is not null;
create index users_email_words on users using gin (lower(email) gin_trgm_ops);

create index posts_pending on posts (created_at desc, id desc) where not is_approved;
create index posts_approved on posts (created_at desc, id desc) where is_approved;
create index posts_featured on posts (created_at desc, id desc) where featured_at is not null;
create index posts_title_words on posts using gin (name_words(title) gin_trgm_ops);

create index portfolio_items_all on portfolio_items (created_at desc, id desc);
create index portfolio_items_all_featured on portfolio_items (created_at desc, id desc) where featured_at is not null;
create index portfolio_items_title_words on portfolio_items using gin (name_words(title) gin_trgm_ops);

-- In which minutes of a day (UTC) Plinth was up: bit n for its minute n. However many processes run, a minute counts once.
create table uptime_days (
  day date primary key,
  minutes bit(1440) not null
);

-- The works that somebody likes, the last liked first.
create index portfolio_likes_newest on portfolio_likes (user_id, created_at desc, item_id desc);
