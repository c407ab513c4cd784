-- What is taken down is not featured. What was taken down before the same statement saw to that is neither, so that it
-- does not come back featured when it is put back.
update posts set featured_at = null where taken_down_at is not null and featured_at is not null;
update portfolio_items set featured_at = null where taken_down_at is not null and featured_at is not null;
