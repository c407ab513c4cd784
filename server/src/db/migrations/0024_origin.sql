-- How a work was made, as its creator says, and whether it is kept out of AI training.
alter table portfolio_items
  -- Null until the creator says it.
  add column origin text
    constraint portfolio_items_origin check (origin in ('hand', 'camera', 'computer', 'ai_assisted', 'ai_generated')),
  -- Which parts came from a generator; for `ai_assisted` alone.
  add column origin_parts text
    constraint portfolio_items_origin_parts check ((origin is not distinct from 'ai_assisted') = (origin_parts is not null)),
  add column origin_said_at timestamptz
    constraint portfolio_items_origin_said check ((origin is null) = (origin_said_at is null)),
  add column is_reserved boolean not null default true;

alter table users
  -- What new works start with. Posts follow `reserves_training` as it is now.
  add column default_origin text
    constraint users_default_origin check (default_origin in ('hand', 'camera', 'computer', 'ai_assisted', 'ai_generated')),
  add column reserves_training boolean not null default true;
