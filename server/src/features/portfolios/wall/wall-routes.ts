import { MAX_SERIES } from '@plinth/contract/limits.ts'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import {
  createSeries,
  deleteSeries as deleteSeriesCall,
  getSeries,
  listSeriesWorks,
  updateSeries as updateSeriesCall,
} from '@plinth/contract/portfolios/series.ts'
import {
  arrangeEntry,
  getWall,
  listArranged,
  listArrangedSeries,
  listWall,
  showWall,
  undoArranging,
} from '@plinth/contract/portfolios/walls.ts'
import type { Context } from '../../../deps.ts'
import type { Database } from '../../../db/pool.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import { workReads } from '../portfolio-card-queries.ts'
import { findOwnSeries, findSeries, findSeriesWorks } from './series-queries.ts'
import { deleteSeries, insertSeries, updateSeries } from './series-write-queries.ts'
import { findArranged, findWall, findWallState } from './wall-queries.ts'
import {
  findEntry,
  holdWall,
  moveEntry,
  pinEntry,
  putInside,
  showArranged,
  undoMove,
  type HeldWall,
} from './wall-write-queries.ts'

/** How creators arrange their walls, and what visitors see of it. */
export function registerWalls({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  const { db } = deps
  const works = workReads(deps)

  mount.hot(listWall, ({ who, params, query }) => findWall(works, who, params.id, query))
  mount.hot(listArranged, ({ who, query }) => findArranged(works, who, query))
  mount(getWall, ({ viewer }) => findWallState(db, viewer.id))

  /** Runs in a transaction that holds the viewer's wall, and returns its figures afterwards. */
  const arranging = async <T>(
    creatorId: string,
    act: (trx: Database, wall: HeldWall) => Promise<T>,
  ): Promise<T> => db.transaction().execute(async (trx) => act(trx, await holdWall(trx, creatorId)))

  mount(arrangeEntry, async ({ params: { id }, body, viewer }) => {
    await arranging(viewer.id, (trx, wall) => arrange(trx, wall, id.toLowerCase(), body))
    return findWallState(db, viewer.id)
  })
  mount(undoArranging, async ({ viewer }) => {
    await arranging(viewer.id, async (trx, wall) => {
      if (!(await undoMove(trx, wall))) throw new AppError('conflict', 'There’s nothing to undo.')
    })
    return findWallState(db, viewer.id)
  })
  mount(showWall, async ({ viewer }) => {
    await arranging(viewer.id, showArranged)
    return findWallState(db, viewer.id)
  })

  mount.hot(getSeries, ({ who, params }) => findSeries(works, who, params.id))
  mount.hot(listSeriesWorks, ({ who, params, query }) =>
    findSeriesWorks(works, who, { side: 'shown', seriesId: params.id }, query),
  )
  mount.hot(listArrangedSeries, ({ who, params, query }) =>
    findSeriesWorks(works, who, { side: 'draft', seriesId: params.id }, query),
  )
  mount(createSeries, async ({ body: { title, description = '', workIds }, viewer }) => {
    const words = { title: title.trim(), description: description.trim() }
    const series = { ...words, workIds: workIds.map((id) => id.toLowerCase()) }
    const { id } = await arranging(viewer.id, async (trx, wall) => {
      const made = await insertSeries(trx, wall, series)
      if (made === 'gone') throw notFound()
      if (made === 'full')
        throw new AppError(
          'conflict',
          `You already have ${MAX_SERIES} series, which is the most anybody can have.`,
        )
      return made
    })
    return orNotFound(await findOwnSeries(works, viewer.id, id))
  })
  mount(updateSeriesCall, async ({ params: { id }, body, viewer }) => {
    const { title, description, coverId } = body
    const change = { title: title?.trim(), description: description?.trim(), coverId }
    if (!(await updateSeries(db, { id, creatorId: viewer.id }, change))) throw notFound()
    return orNotFound(await findOwnSeries(works, viewer.id, id))
  })
  mount(deleteSeriesCall, async ({ params: { id }, viewer }) => {
    await arranging(viewer.id, async (trx, wall) => {
      if (!(await deleteSeries(trx, wall, id))) throw notFound()
    })
    return null
  })
}

type Arrangement = BodyOf<typeof arrangeEntry>

async function arrange(
  trx: Database,
  wall: HeldWall,
  id: string,
  change: Arrangement,
): Promise<void> {
  const entry = orNotFound(await findEntry(trx, wall, id))
  const { inside, isSeries } = entry
  if ('after' in change) {
    const after = change.after?.toLowerCase() ?? null
    if (!(await moveEntry(trx, wall, { id, after, inside }))) throw notFound()
    return
  }
  if (isSeries) throw new AppError('conflict', 'Only works can be pinned or put into a series.')
  if ('pin' in change) {
    if (inside !== null)
      throw new AppError('conflict', 'This work is in a series. Take it out before you pin it.')
    await pinEntry(trx, wall, entry, change.pin)
    return
  }
  const seriesId = change.seriesId?.toLowerCase() ?? null
  if (seriesId === inside) return
  if (seriesId === null) await moveEntry(trx, wall, { id, after: inside, inside: null })
  else if (!(await putInside(trx, wall, id, seriesId))) throw notFound()
}
