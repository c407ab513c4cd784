-- How often somebody has asked within a minute, counted by all servers together (http/limits). Not logged: after a crash
-- everybody begins anew. Half of each page is free, because the same few rows change once a second.
create unlogged table request_counts (
  -- A hash of the limit's name and of the session, token or address that it counts.
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
