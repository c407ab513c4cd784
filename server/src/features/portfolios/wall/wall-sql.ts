import { sql, type RawBuilder } from 'kysely'

/** Which of its two orders a wall is read in: as visitors see it, or as its creator arranges it. */
export type WallSide = 'shown' | 'draft'

type Sql = RawBuilder<unknown>

interface SideColumns {
  /** The order of the whole wall, pins first. */
  at: Sql
  place: Sql
  pin: Sql
  /** The series that a work is in. */
  inside: Sql
}

/** The columns of `wall_places` of one side, of the table that the statement calls so. */
export function sideOf(side: WallSide, table: string): SideColumns {
  const start = side === 'draft' ? 'draft_' : ''
  const column = (name: string) => sql.ref(`${table}.${start}${name}`)
  return {
    at: column('at'),
    place: column('place'),
    pin: column('pin'),
    inside: column('inside'),
  }
}

/** What a work `p` has to be, apart from being in its series, to be shown in it. */
export const isInSeries = (side: WallSide): Sql =>
  side === 'draft' ? sql`p.state = 'published'` : sql`p.is_listed`

/** The figures of series `s`: how many works of it are listed, and the least price of those. */
export const seriesFigures = (side: WallSide): Sql => sql`
  select count(*)::int as works, min(p.starting_price_cents) as least
  from wall_places i join portfolio_items p on p.id = i.item_id
  where ${sideOf(side, 'i').inside} = s.id and ${isInSeries(side)}`
