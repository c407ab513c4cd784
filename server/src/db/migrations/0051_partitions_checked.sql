-- Last step: checks what refers to the new tables, and gives the planner their statistics, which autovacuum never does for
-- a table with partitions. Everybody can read and write meanwhile.
do $$
declare
  one record;
begin
  for one in
    select conrelid::regclass as "on", conname from pg_constraint
    where contype = 'f' and conparentid = 0 and not convalidated
      and confrelid in (select partrelid from pg_partitioned_table)
  loop
    execute format('alter table %s validate constraint %I', one."on", one.conname);
  end loop;
end $$;
analyze post_views, portfolio_views, notices, project_events, audit_log;
