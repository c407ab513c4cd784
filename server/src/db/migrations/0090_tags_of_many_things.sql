-- For the planner: within one tag, each thing is there once. It saw about three tags for each thing, expected a page of one
-- tag to meet the same things again, and kept each of them in memory (Memoize) for a next time that never came.
alter table post_tags alter post_id set (n_distinct = -1);
alter table portfolio_tags alter item_id set (n_distinct = -1);

analyze post_tags, portfolio_tags;
