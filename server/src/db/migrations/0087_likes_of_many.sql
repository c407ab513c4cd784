-- How many likes and saves somebody has, for the planner: as many as people who like much, and not as most people. A
-- plan is made for everybody. Made for few likes, it reads all of a person's for the flags of one page, which takes
-- milliseconds from some thousands on. By the key it takes the same for everybody, and less for most.
alter table post_likes alter user_id set (n_distinct = -0.0002);
alter table post_saves alter user_id set (n_distinct = -0.0002);
alter table portfolio_likes alter user_id set (n_distinct = -0.0002);
alter table portfolio_saves alter user_id set (n_distinct = -0.0002);

analyze post_likes, post_saves, portfolio_likes, portfolio_saves;
