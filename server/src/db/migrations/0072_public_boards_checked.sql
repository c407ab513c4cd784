-- Second step: reads the tables once to check the new constraints. Everybody can read and write meanwhile.
alter table boards validate constraint boards_visibility_check;
alter table boards validate constraint boards_taken_down;
alter table notices validate constraint notices_kind_check;
alter table notifications validate constraint notifications_kind_check;
alter table reports validate constraint reports_kind_check;
alter table cases validate constraint cases_kind_check;
alter table appeals validate constraint appeals_kind_check;
alter table strikes validate constraint strikes_kind_check;
