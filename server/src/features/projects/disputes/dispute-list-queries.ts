import type { DISPUTE_BOXES } from '@plinth/contract/projects/project-calls.ts'
import type { ProjectCard } from '@plinth/contract/projects/projects.ts'
import { sql, type RawBuilder } from 'kysely'
import { meTable } from '../../../core/session/viewer-sql.ts'
import {
  fetchedFor,
  onlyRow,
  pageEnd,
  pageJson,
  type ViewerPageRow,
  microsOf,
  timeOfMicros,
} from '../../../db/page-sql.ts'
import type { Deps } from '../../../deps.ts'
import { Page } from '../../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../../http/paging.ts'
import { shownProject } from '../room/project-card-sql.ts'
import type { FoundCard } from '../room/project-read-queries.ts'
import { finishCard } from '../room/project-room.ts'

type DisputeBox = (typeof DISPUTE_BOXES)[number]
export interface DisputesInput {
  adminId: string
  box: DisputeBox
  limit: number
  after: TimePosition | null
}

/** Open ones by the day on which they are split, the soonest first; ruled ones the last first. */
const BOXES = {
  open: {
    rows: sql`(select id, due_at as at from projects where status = 'disputed' and due_at is not null)`,
    order: sql`asc`,
    beyond: sql`>`,
  },
  ruled: {
    rows: sql`(select project_id as id, ruled_at as at from project_disputes where ruled_at is not null)`,
    order: sql`desc`,
    beyond: sql`<`,
  },
} as const

export function disputesStatement({
  adminId,
  box,
  limit,
  after,
}: DisputesInput): RawBuilder<ViewerPageRow> {
  const { rows, order, beyond } = BOXES[box]
  const rest =
    after === null
      ? sql``
      : sql`where (x.at, x.id) ${beyond} (${timeOfMicros(after.micros)}, ${after.id}::uuid)`
  return sql<ViewerPageRow>`
    with ${meTable({ viewerId: adminId })},
    page as materialized (
      select x.id, ${microsOf(sql`x.at`)} as key,
        row_number() over (order by x.at ${order}, x.id ${order}) as place
      from ${rows} x ${rest} order by x.at ${order}, x.id ${order} limit ${fetchedFor(limit)})
    select (select user_id from me) as "viewerId", ${pageEnd(limit)} as last,
      ${pageJson(limit, shownProject)} as json`
}

export async function listDisputed(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  input: DisputesInput,
): Promise<Page<ProjectCard>> {
  const { json, last } = await onlyRow(db, disputesStatement(input))
  const cards = (JSON.parse(json) as FoundCard[]).map((card) => finishCard(card, now()))
  return new Page(cards, cursorAfter(`disputes-${input.box}`, last))
}
