-- Second step: reads the tables once to check their bounds. Everybody can read and write meanwhile. An id of another
-- version than 7 may be greater than its bound; then the next step moves that row and checks the bound itself.
do $$
declare
  one record;
  is_held boolean;
begin
  for one in
    select conrelid::regclass as past, conname,
      substring(pg_get_constraintdef(oid) from 'CHECK \(\((.*)\)\)') as condition
    from pg_constraint where contype = 'c' and not convalidated
      and conname in ('post_views_past', 'portfolio_views_past', 'notices_past', 'project_events_past', 'audit_log_past')
  loop
    execute format('select not exists (select from %s where not (%s))', one.past, one.condition) into is_held;
    if is_held then
      execute format('alter table %s validate constraint %I', one.past, one.conname);
    end if;
  end loop;
end $$;
