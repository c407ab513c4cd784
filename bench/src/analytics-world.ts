import pg from 'pg'

/** A creator with so many looks in a year, spread over every quarter of an hour, by every source and on these works. */
export const LOOKS = 10_000_000
export const WORKS = 200
const DAYS = 365
const SLOTS = DAYS * 96
const SOURCES = 7
/** What a minute of a busy day leaves to be folded. */
const DUE = 5_000

/** Days on which a period can begin, and the day before: quarters of an hour are read on those alone. */
const EDGES = [6, 7, 29, 30, 89, 90, 364, 365]

const worldSql = (creatorId: string): string[] => [
  `insert into users (id, first_name, last_name, email, creator_granted)
   values ('${creatorId}', 'Looked', 'At', 'looked-at@bench.example', true)`,
  `insert into portfolio_items (id, creator_id, category_id, title, media_id, is_listed, doc)
   select gen_random_uuid(), '${creatorId}', 1 + row_number() over () % 6, 'Work ' || row_number() over (), media_id,
     true, to_tsvector('plinth', 'work')
   from portfolio_items where is_listed order by created_at desc limit ${WORKS}`,
  `insert into creator_tallies (creator_id, slot, views, likes, saves, messages, earnings_cents)
   select '${creatorId}', slot_of(now()) - n * interval '15 minutes', ${Math.ceil(LOOKS / SLOTS)}, 12, 3,
     (n % 8 = 0)::int, case when n % 96 = 0 then 46000 else 0 end
   from generate_series(0, ${SLOTS}) n`,
  `insert into source_tallies (creator_id, is_day, slot, source, views, messages, deposits, completions)
   select '${creatorId}', false, slot_of(now()) - n * interval '15 minutes', source, ${Math.ceil(LOOKS / SLOTS / SOURCES)},
     1, 0, 0
   from generate_series(0, ${SLOTS}) n, unnest(enum_range(null::view_source)) source`,
  `insert into source_tallies (creator_id, is_day, slot, source, views, messages, deposits, completions)
   select creator_id, true, utc_day_of(slot), source, sum(views), sum(messages), 1, 1
   from source_tallies where creator_id = '${creatorId}' group by 1, 3, 4`,
  `insert into work_tallies (creator_id, is_day, slot, item_id, views, likes, messages)
   select i.creator_id, true, utc_day_of(now()) - n * interval '1 day', i.id, ${Math.ceil(LOOKS / DAYS / WORKS)}, 6, 1
   from portfolio_items i, generate_series(0, ${DAYS}) n where i.creator_id = '${creatorId}'`,
  `insert into work_tallies (creator_id, is_day, slot, item_id, views, likes, messages)
   select i.creator_id, false, utc_day_of(now()) - n * interval '1 day' + q * interval '15 minutes', i.id, 2, 1, 0
   from portfolio_items i, unnest(array[${EDGES.join(',')}]) n, generate_series(0, 95) q
   where i.creator_id = '${creatorId}'`,
  `insert into tallies_due (creator_id, slot, item_id, source, views)
   select '${creatorId}', slot_of(now()), i.id, 'wall', 1
   from (select id, row_number() over () as at from portfolio_items where creator_id = '${creatorId}') i
   join generate_series(0, ${DUE - 1}) n on n % ${WORKS} + 1 = i.at`,
]

/** Makes that creator anew: its days are counted from today. */
export async function makeCreator(databaseUrl: string, creatorId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('delete from users where id = $1', [creatorId])
    await client.query('delete from tallies_due')
    for (const statement of worldSql(creatorId)) await client.query(statement)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
