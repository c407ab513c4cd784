-- For the planner: there are a tenth as many different liked posts as likes, and the same for saves and for works. Its
-- sample sees few of the many that only a few people like: it found 64,000 posts in 12 million likes of a million posts.
-- It then expected one person to have saved the same post again and again, and kept each post of a page in memory
-- (Memoize) for the next time, which never came.
alter table post_likes alter post_id set (n_distinct = -0.1);
alter table post_saves alter post_id set (n_distinct = -0.1);
alter table portfolio_likes alter item_id set (n_distinct = -0.1);
alter table portfolio_saves alter item_id set (n_distinct = -0.1);

analyze post_likes, post_saves, portfolio_likes, portfolio_saves;
