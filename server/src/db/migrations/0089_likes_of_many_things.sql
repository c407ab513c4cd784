-- Of how many different posts and works likes and saves are, for the planner: a tenth as many as there are likes. In its
-- sample it sees few of the many that only a few people like, and found 64,000 posts in 12 million likes of a million.
-- It then expected one person to have saved the same post again and again, and kept the posts of a page in memory
-- (Memoize) for the next time, which never came.
alter table post_likes alter post_id set (n_distinct = -0.1);
alter table post_saves alter post_id set (n_distinct = -0.1);
alter table portfolio_likes alter item_id set (n_distinct = -0.1);
alter table portfolio_saves alter item_id set (n_distinct = -0.1);

analyze post_likes, post_saves, portfolio_likes, portfolio_saves;
