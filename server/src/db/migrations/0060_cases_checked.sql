-- Second step: opens cases for earlier reports, appeals and disputes. Everybody can read and write meanwhile.
insert into cases (kind, subject_id, opened_at)
select kind, subject_id, min(at) from (
  select kind, subject_id, created_at as at from reports
  union all
  select case when kind in ('account', 'creator') then 'user' else kind end, subject_id, created_at
  from appeals where kind <> 'copyright'
  union all
  select 'dispute', project_id, opened_at from project_disputes) known
group by kind, subject_id
on conflict on constraint cases_once do nothing;


-- The case file reads every report of a thing and every appeal about it. New reports and appeals wait for these two, some
-- tenths of a second for a million.
create index reports_of_subject on reports (kind, subject_id, created_at desc, id desc);
create index appeals_of_subject on appeals (kind, subject_id);
