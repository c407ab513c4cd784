-- For the planner: a thing has each of its tags once. It spreads the tags of all things evenly and expected that a page
-- of one tag would meet the same thing again, so it kept each one in memory (Memoize) for the next time, which never came.
alter table post_tags alter post_id set (n_distinct = -1);
alter table portfolio_tags alter item_id set (n_distinct = -1);

analyze post_tags, portfolio_tags;
