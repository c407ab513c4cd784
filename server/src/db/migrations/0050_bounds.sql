-- First of four steps that divide views, the outbox, events of projects and the audit log by time. The table as it is
-- becomes the partition for the past, so no row is copied. What attaches it must know that it holds nothing later, and
-- learns that here without reading it: each of these constraints takes its table for a moment only.
--
-- The bound is one to two months ahead, so that servers can go on writing between the steps. They must all be done
-- before it comes.

-- The first id of version 7 of a time: such ids begin with their milliseconds.
create function first_id_at(at timestamptz) returns uuid
  language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- Where a month (of UTC) begins among values of this type, as text.
create function month_bound(key regtype, month date) returns text
  language sql stable parallel safe
  return case key
    when 'date'::regtype then month::text
    when 'uuid'::regtype then first_id_at(month::timestamp at time zone 'utc')::text
    when 'timestamptz'::regtype then (month::timestamp at time zone 'utc')::text
  end;

do $$
declare
  bound date := date_trunc('month', now() at time zone 'utc') + interval '2 months';
  one record;
begin
  for one in
    select c.relname, a.attname, a.atttypid::regtype as key
    from (values ('post_views', 'day'), ('portfolio_views', 'day'), ('notices', 'created_at'),
      ('project_events', 'id'), ('audit_log', 'id')) w (relname, attname)
    join pg_class c on c.oid = w.relname::regclass
    join pg_attribute a on a.attrelid = c.oid and a.attname = w.attname
  loop
    execute format('alter table %I add constraint %I check (%I < %L) not valid',
      one.relname, one.relname || '_past', one.attname, month_bound(one.key, bound));
  end loop;
end $$;
