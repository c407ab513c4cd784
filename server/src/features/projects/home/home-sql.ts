import { OPEN_STATUSES } from '@plinth/contract/projects/project-states.ts'
import { sql, type RawBuilder } from 'kysely'
import { heldCents, shownProject, viewerId } from '../room/project-card-sql.ts'

type Sql = RawBuilder<unknown>

/** Projects under way that are read to find those that wait for the viewer. Nobody has more. */
const MOST_OPEN = 100

const isOpen = sql`p.status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})`

/** What is an open project's deadline: a moment, or the day that was agreed on. Indexed by it. */
const deadline = sql`coalesce(p.due_at, p.deliver_by::timestamp at time zone 'UTC')`

const sides = {
  client: sql`p.client_id = ${viewerId} and ${isOpen}`,
  creator: sql`p.creator_id = ${viewerId} and p.shared_at is not null and ${isOpen}`,
} as const

/** The table `page` of the viewer's projects under way on both sides, by deadline. */
export const openPage: Sql = sql`
  page as materialized (
    select o.id, row_number() over (order by o.deadline, o.id) as place
    from (${sql.join(
      Object.values(sides).map(
        (side) => sql`(select p.id, ${deadline} as deadline from projects p where ${side}
          order by ${deadline}, p.id limit ${sql.lit(MOST_OPEN)})`,
      ),
      sql` union all `,
    )}) o
    order by place limit ${sql.lit(MOST_OPEN)})`

export const openCount: Sql = sql`(
  (select count(*) from projects p where ${sides.client})
  + (select count(*) from projects p where ${sides.creator}))::int`

/** A table named `own`: the open projects on one side, with the cents that Plinth holds for each. */
export const openOf = (side: keyof typeof sides): Sql => sql`
  own as materialized (
    select p.id, p.title, p.status, p.creator_id, p.price_cents, p.deposit_cents, p.due_at,
      p.deliver_by, ${deadline} as deadline, ${heldCents} as held
    from projects p where ${sides[side]})`

/** The JSON list of the projects of `page` with further columns, which start with a comma. */
export const openProjects = (columns: Sql): Sql => sql`(
  select coalesce(json_agg(t), '[]') from (
    select ${shownProject.columns} ${columns}
    from page join projects p on p.id = page.id ${shownProject.joins} order by page.place) t)`

/** The table `clock`: when the day, the month and the year began in a time zone. */
export const clockTable = (now: Date, tz: string): Sql => sql`
  clock as materialized (
    select today, date_trunc('month', today::timestamp) at time zone ${tz}::text as month,
      date_trunc('year', today::timestamp) at time zone ${tz}::text as year,
      date_trunc('year', today::timestamp)::date as new_year
    from (select (${now}::timestamptz at time zone ${tz}::text)::date as today) t)`

/** The beginning of a text on one line. */
export const lineOf = (text: Sql): Sql =>
  sql`btrim(regexp_replace(left(coalesce(${text}, ''), 300), '\\s+', ' ', 'g'))`
