-- Second step: reads the table once to check the new constraints. Everybody can read and write meanwhile.
alter table portfolio_items validate constraint portfolio_items_listed;
alter table portfolio_items validate constraint portfolio_items_publish_at;
alter table portfolio_items validate constraint portfolio_items_binned;
