import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_TAGS } from '@plinth/contract/limits.ts'
import { changeManyWorks, moveManyWorks, type WorkAct } from '@plinth/contract/portfolios/many.ts'
import type { AdminAct } from '../../core/audit/audit-queries.ts'
import { judgeEach } from '../../core/audit/bulk.ts'
import { MARK } from '../../core/media/media-rules.ts'
import { cleanTags } from '../../core/tags/tag-rules.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AlreadyDone, AppError, invalidField } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { originOf } from './origin-rules.ts'
import { findStanding, findTags } from './portfolio-state-queries.ts'
import type { WorkStates } from './portfolio-state-steps.ts'
import { updateWork, type HeldWork } from './portfolio-write-queries.ts'
import { centsOf } from './price-rules.ts'

interface ManyDeps {
  states: WorkStates
  /** The work, locked, if it is the viewer's. Throws otherwise. */
  holdOwn: (trx: Database, viewer: { id: string }, id: string) => Promise<HeldWork>
  lockPosts: (trx: Database, id: string) => Promise<string[]>
  /** Deletes a locked work for good, in its transaction. Returns what to call after the commit. */
  deleteHeld: (
    trx: Database,
    act: AdminAct,
    work: HeldWork & { id: string; postIds: string[] },
  ) => Promise<() => void>
  /** Called after lists of works may have changed. */
  onChange: () => void
}

/** The state of each act that `states.set` knows. */
const STATE_OF = {
  publish: 'published',
  schedule: 'scheduled',
  unschedule: 'draft',
  hide: 'hidden',
} as const satisfies Partial<Record<WorkAct, string>>

/** Changes of many works at once, each in a transaction of its own. */
export function registerManyWorks(
  { mount, deps }: Pick<Context, 'mount' | 'deps'>,
  { states, holdOwn, lockPosts, deleteHeld, onChange }: ManyDeps,
): void {
  const { db, jobs } = deps

  mount(changeManyWorks, async ({ body: { ids, change }, viewer, request }) => {
    const changes = changesOf(change)
    const { addTags } = change
    const outcomes = await judgeEach(ids, request.log, (id) =>
      db.transaction().execute(async (trx) => {
        await holdOwn(trx, viewer, id)
        const tags = addTags === undefined ? undefined : withTags(await findTags(trx, id), addTags)
        await updateWork(trx, id, { ...changes, tags })
        // The files follow soon, so that nobody waits for it.
        if (change.isReserved !== undefined) await jobs.send(trx, MARK, {})
      }),
    )
    onChange()
    return outcomes
  })

  /** Moves one of the viewer's works to the bin or, from there, deletes it for good. */
  const remove = async (viewer: Viewer, requestId: string, id: string, forGood: boolean) => {
    const done = await db.transaction().execute(async (trx) => {
      const postIds = await lockPosts(trx, id)
      const held = await holdOwn(trx, viewer, id)
      const isBinned = (await findStanding(trx, id)).state === 'binned'
      if (!forGood && isBinned) throw new AlreadyDone('It’s in your bin already.')
      if (!forGood) return states.bin(trx, id, postIds)
      if (!isBinned) throw new AppError('conflict', 'Move this work to your bin first.')
      return deleteHeld(trx, { adminId: viewer.id, requestId }, { ...held, id, postIds })
    })
    done()
  }

  mount(moveManyWorks, async ({ body: { ids, act, publishAt }, viewer, request }) => {
    if ((act === 'schedule') !== (publishAt !== undefined))
      throw invalidField(
        'publishAt',
        act === 'schedule' ? 'Choose a day and a time.' : 'Only a scheduled work has a time.',
      )
    return judgeEach(ids, request.log, (id) => {
      if (act === 'bin' || act === 'delete') return remove(viewer, request.id, id, act === 'delete')
      if (act === 'restore') return states.restore(viewer, id)
      return states.set(viewer, id, {
        state: STATE_OF[act],
        ...(publishAt === undefined ? {} : { publishAt }),
      })
    })
  })
}

function changesOf(change: BodyOf<typeof changeManyWorks>['change']) {
  const { category, startingPrice, isReserved } = change
  return {
    category,
    startingPriceCents: startingPrice === undefined ? undefined : centsOf(startingPrice),
    origin: originOf(change),
    isReserved,
  }
}

/** A work's tags with more, each once. Throws when they are too many. */
function withTags(tags: readonly string[], added: readonly string[]): string[] {
  const all = cleanTags([...tags, ...added])
  if (all.length <= MAX_TAGS) return all
  throw new AppError('conflict', `A work can have up to ${MAX_TAGS} tags.`)
}
