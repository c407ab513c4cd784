-- Third step: views and the outbox become tables with a partition for each month, events of projects and the audit log
-- with one for each year.
-- Compatible: the tables keep their names, their columns, and every key that a statement names.
-- Nothing is read or copied, but all five and what they refer to are locked until the end, some tenths of a second.

-- How many months a partition has. A project's events and a page of the log are read from all partitions, so they have
-- few. Views are read from the last months only, and the outbox from those that are not empty.
create function partition_months(parent regclass) returns integer
  language sql stable
  return case when parent::text in ('project_events', 'audit_log') then 12 else 1 end;

-- Triggers of a table fire for statements that name the table. So each partition gets those that refuse changes.
create function guard_partition(parent regclass, part regclass) returns void language plpgsql as $$
declare
  one record;
begin
  for one in
    select tgname, pg_get_triggerdef(oid) as definition from pg_trigger
    where tgrelid = parent and not tgisinternal and tgenabled = 'A' and tgtype & 1 = 0
  loop
    execute regexp_replace(one.definition, ' ON \S+ FOR EACH ', format(' ON %s FOR EACH ', part));
    execute format('alter table %s enable always trigger %I', part, one.tgname);
  end loop;
end $$;

-- Makes the partition that begins with a month unless there is one. Its rows that the default partition took are moved. The
-- parent can be read and written meanwhile, unless there are such rows.
create function make_partition(parent regclass, month date) returns boolean language plpgsql as $$
declare
  part text := parent::text || to_char(month, '_YYYY_MM');
  spare text := parent::text || '_default';
  key name;
  low text;
  high text;
  has_rows boolean;
  one record;
  again text[] := '{}';
  statement text;
begin
  if to_regclass(part) is not null then
    return false;
  end if;
  select a.attname, month_bound(a.atttypid, month), 
      month_bound(a.atttypid, (month + partition_months(parent) * interval '1 month')::date)
    into key, low, high
    from pg_partitioned_table p join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
    where p.partrelid = parent;
  execute format('create table %I (like %s including defaults including constraints including generated
    including storage including compression including statistics)', part, parent);
  if parent = 'audit_log'::regclass then
    -- A unique key of the whole table would have to contain the id.
    execute format('alter table %I add unique (place)', part);
  end if;

  execute format('select exists (select from %I where %I >= %L and %I < %L)', spare, key, low, key, high)
    into has_rows;
  if has_rows then
    -- A key that refers to a row holds it in its partition.
    for one in
      select k.conrelid::regclass as "on", k.conname, pg_get_constraintdef(k.oid) as definition, c.relkind
      from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.confrelid = parent and k.conparentid = 0
    loop
      execute format('alter table %s drop constraint %I', one."on", one.conname);
      -- Not checked here, where the rows are locked, but by the next call of make_partitions.
      again := again || format('alter table %s add constraint %I %s%s', one."on", one.conname, one.definition,
        case when one.relkind = 'r' and one.definition !~ 'NOT VALID$' then ' not valid' else '' end);
    end loop;
    for one in select tgname, tgenabled from pg_trigger
      where tgrelid = spare::regclass and not tgisinternal and tgenabled <> 'D'
    loop
      execute format('alter table %I disable trigger %I', spare, one.tgname);
      again := again || format('alter table %I enable %s trigger %I', spare,
        case one.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, one.tgname);
    end loop;
    execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *)
      insert into %I select * from moved', spare, key, low, key, high, part);
  end if;
  execute format('alter table %s attach partition %I for values from (%L) to (%L)', parent, part, low, high);
  foreach statement in array again loop
    execute statement;
  end loop;
  perform guard_partition(parent, part::regclass);
  return true;
end $$;

-- Makes the partitions that are missing up to so many months after this one. Returns how many were made.
create function make_partitions(parent regclass, ahead integer) returns integer language plpgsql as $$
declare
  made integer := 0;
  first date;
  one record;
begin
  perform pg_advisory_xact_lock(hashtextextended('partitions of ' || parent::text, 0));
  for one in
    select conrelid::regclass as "on", conname from pg_constraint
    where contype = 'f' and confrelid = parent and conparentid = 0 and not convalidated
  loop
    execute format('alter table %s validate constraint %I', one."on", one.conname);
  end loop;
  select min(to_date(right(c.relname, 7), 'YYYY_MM')) into first
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent and c.relname ~ '_\d{4}_\d{2}$';
  for one in
    select month::date from generate_series(first::timestamp,
      date_trunc('month', now() at time zone 'utc') + ahead * interval '1 month',
      partition_months(parent) * interval '1 month') month
  loop
    made := made + make_partition(parent, one.month)::integer;
  end loop;
  return made;
end $$;

-- Puts a table with partitions in the place of one, which becomes its partition for the past, with the same columns,
-- constraints, keys, indexes and triggers.
create function pg_temp.divide(relation text, key text, primary_key text, before date) returns void
language plpgsql as $$
declare
  past text := relation || '_past';
  old regclass := relation;
  bound text;
  is_checked boolean;
  one record;
  first text[] := '{}';
  last text[] := '{}';
  statement text;
  next_number bigint;
begin
  select convalidated into strict is_checked from pg_constraint where conrelid = old and conname = past;
  select month_bound(atttypid, before) into strict bound
    from pg_attribute where attrelid = old and attname = key;

  for one in select indexrelid::regclass as index, c.relname, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class c on c.oid = indexrelid
    where indrelid = old and not exists (select from pg_constraint where conindid = indexrelid and conrelid = old)
  loop
    first := first || one.definition;
    execute format('alter index %s rename to %I', one.index, replace(one.relname, relation, past));
  end loop;
  for one in select conname, contype, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = old and contype in ('p', 'u', 'f') and conparentid = 0
  loop
    if one.contype = 'f' then
      first := first || format('alter table %I add constraint %I %s', relation, one.conname, one.definition);
    elsif one.contype = 'p' and one.definition <> format('PRIMARY KEY (%s)', primary_key) then
      execute format('alter table %I drop constraint %I', relation, one.conname);
    else
      execute format('alter table %I rename constraint %I to %I', relation, one.conname,
        replace(one.conname, relation, past));
    end if;
  end loop;
  for one in select conrelid::regclass as "on", conname, pg_get_constraintdef(k.oid) as definition, c.relkind
    from pg_constraint k join pg_class c on c.oid = conrelid
    where contype = 'f' and confrelid = old and conparentid = 0
  loop
    execute format('alter table %s drop constraint %I', one."on", one.conname);
    -- The last step checks it while everybody can write.
    last := last || format('alter table %s add constraint %I %s%s', one."on", one.conname, one.definition,
      case one.relkind when 'r' then ' not valid' else '' end);
  end loop;
  for one in select tgname, tgenabled, pg_get_triggerdef(oid) as definition
    from pg_trigger where tgrelid = old and not tgisinternal
  loop
    execute format('drop trigger %I on %I', one.tgname, relation);
    last := last || one.definition;
    if one.tgenabled = 'A' then
      last := last || format('alter table %I enable always trigger %I', relation, one.tgname);
    end if;
  end loop;
  if relation = 'notices' then
    execute format('select last_value + is_called::integer from %s', pg_get_serial_sequence(relation, 'id'))
      into next_number;
    alter table notices alter id drop identity;
  end if;

  execute format('alter table %I rename to %I', relation, past);
  execute format('create table %I (like %I including defaults including constraints including generated
    including storage including compression including comments) partition by range (%I)', relation, past, key);
  execute format('alter table %I drop constraint %I', relation, past);
  execute format('alter table %I add primary key (%s)', relation, primary_key);
  if next_number is not null then
    execute format('alter table %I alter id add generated always as identity (start with %s)', relation, next_number);
  end if;
  foreach statement in array first loop
    execute statement;
  end loop;
  execute format('create table %I partition of %I default', relation || '_default', relation);
  if relation = 'audit_log' then
    execute 'alter table audit_log_default add unique (place)';
  end if;
  if not is_checked then
    execute format('alter table %I drop constraint %I', past, past);
    execute format('with stray as (delete from %I where %I >= %L returning *)
      insert into %I select * from stray', past, key, bound, relation || '_default');
  end if;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', relation, past, bound);
  if is_checked then
    execute format('alter table %I drop constraint %I', past, past);
  end if;
  foreach statement in array last loop
    execute statement;
  end loop;
  perform guard_partition(relation::regclass, past::regclass),
    guard_partition(relation::regclass, (relation || '_default')::regclass),
    make_partition(relation::regclass, before), make_partitions(relation::regclass, 3);
end $$;

lock table users, projects, portfolio_items, posts, comments, messages, notifications in share row exclusive mode;
lock table post_views, portfolio_views, notices, project_events, audit_log in access exclusive mode;
do $$
declare
  before date;
begin
  -- The bounds are all of one month.
  select substring(pg_get_constraintdef(oid) from '\d{4}-\d\d-\d\d')::date into strict before
    from pg_constraint where conrelid = 'post_views'::regclass and conname = 'post_views_past';
  perform pg_temp.divide('post_views', 'day', 'post_id, day, viewer_id', before);
  perform pg_temp.divide('portfolio_views', 'day', 'item_id, day, viewer_id', before);
  perform pg_temp.divide('notices', 'created_at', 'id, created_at', before);
  perform pg_temp.divide('project_events', 'id', 'id', before);
  perform pg_temp.divide('audit_log', 'id', 'id', before);
end $$;
drop function pg_temp.divide(text, text, text, date);

-- These two were bound to the tables that are partitions now.
create or replace function source_of_client(client uuid, creator uuid, item uuid, at timestamptz) returns view_source
  language sql stable
  return coalesce((
    select v.source from (
      select v.source, v.day, v.item_id = item as is_it
      from portfolio_views v join portfolio_items i on i.id = v.item_id and i.creator_id = creator
      where v.viewer_id = client and v.day between (at at time zone 'utc')::date - 30 and (at at time zone 'utc')::date
      union all
      select v.source, v.day, false
      from post_views v join posts p on p.id = v.post_id and p.creator_id = creator
      where v.viewer_id = client and v.day between (at at time zone 'utc')::date - 30 and (at at time zone 'utc')::date
    ) v order by v.is_it desc nulls last, v.day desc limit 1), 'other');
drop function audit_hash(audit_log_past, bytea);
create function audit_hash(entry audit_log, previous bytea) returns bytea language sql stable as $$
  select sha256(coalesce(previous, ''::bytea) || convert_to(jsonb_build_array(
    entry.id, entry.actor_id, entry.action, entry.subject_kind, entry.subject_id, entry.subject_title,
    entry.before, entry.after, entry.request_id,
    (extract(epoch from entry.created_at) * 1000000)::bigint)::text, 'UTF8'))
$$;

-- Places are unique in each month by a key. From one month to the next they are, because whoever holds the end of the
-- chain sees the last entry; at other isolation levels they would see what was last when their transaction began.
create or replace function chain_audit() returns trigger language plpgsql as $$
declare
  last record;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the audit log is written in read committed transactions only';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('end of the audit chain', 0));
  select place, hash into last from audit_log where place is not null order by place desc limit 1;
  update audit_log set place = coalesce(last.place, 0) + 1, hash = audit_hash(new, last.hash)
    where id = new.id;
  return null;
end $$;
