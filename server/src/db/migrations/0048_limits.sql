-- How often somebody has asked within a minute, counted by all servers together (http/limits). Not logged: after a crash
-- everybody begins anew. Half of each page is free, because the same few rows change once a second.
create unlogged table request_counts (
  -- A hash of what is limited and for whom.
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
