-- A starting price is nothing, or enough to be hired for. Lower ones could never be paid.
update portfolio_items set starting_price_cents = null, updated_at = now() where starting_price_cents < 100;

alter table portfolio_items
  add constraint portfolio_items_least_price check (starting_price_cents >= 100) not valid;
alter table portfolio_items validate constraint portfolio_items_least_price;
