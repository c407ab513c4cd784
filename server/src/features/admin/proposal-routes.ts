import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  confirmProposal,
  declineProposal,
  listProposals,
  withdrawProposal,
  type Proposal,
  type ProposalKind,
  type ProposalState,
} from '@plinth/contract/moderation/proposals.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import {
  closeProposal,
  findProposal,
  listOfProposals,
  proposalList,
  readProposal,
  type HeldProposal,
} from '../../core/proposals/proposal-queries.ts'
import { kindsOf, type ProposedAct } from '../../core/proposals/proposals.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import type { Viewer } from '../../http/viewer.ts'

const OVER: Record<Exclude<ProposalState, 'open'>, string> = {
  confirmed: 'This was already confirmed.',
  declined: 'This was already declined.',
  withdrawn: 'This was withdrawn.',
  void: 'The case has changed since this was proposed, so it no longer counts. Nothing has changed.',
  expired: 'This waited too long and has expired. Propose it again.',
}

const nothing = () => undefined

/** What waits for a second person: one member of staff proposes, another confirms or declines. */
export function registerProposals(
  { mount, deps }: Pick<Context, 'mount' | 'deps'>,
  acts: Readonly<Record<ProposalKind, ProposedAct>>,
): void {
  const { db, now } = deps

  mount(listProposals, ({ viewer, query: { box = 'open', cursor, limit = PAGE_SIZE } }) =>
    listOfProposals(db, {
      viewerId: viewer.id,
      kinds: kindsOf(viewer),
      box,
      now: now(),
      limit,
      after: decodeTimeCursor(cursor, proposalList(box)),
    }),
  )

  interface Answer {
    id: string
    viewer: Viewer
    requestId: string
    state: 'confirmed' | 'declined' | 'withdrawn'
    note?: string
  }

  /** Answers an open proposal. Of two answers at once, the second finds it answered. */
  const answer = async ({ id, viewer, requestId, state, note }: Answer): Promise<Proposal> => {
    const at = now()
    const kinds = kindsOf(viewer)
    const done = await db.transaction().execute(async (trx) => {
      const { kind, subjectId } = orNotFound(await findProposal(trx, id, { kinds, now: at }))
      await acts[kind].lock(trx, subjectId, viewer)
      const held = orNotFound(await findProposal(trx, id, { kinds, now: at, lock: true }))
      if (held.state !== 'open') throw new AppError('conflict', OVER[held.state])
      refuseWrongPerson(held, viewer, state)
      await closeProposal(trx, id, { state, by: viewer.id, note: note ?? null, now: at })
      const act = { adminId: viewer.id, requestId }
      await insertAnswer(trx, act, { held, subjectKind: acts[kind].subjectKind, state, note })
      return state === 'confirmed' ? acts[kind].carryOut(trx, act, held) : nothing
    })
    done()
    return orNotFound(await readProposal(db, id, { viewerId: viewer.id, now: now() }))
  }

  mount(confirmProposal, ({ params: { id }, viewer, request }) =>
    answer({ id, viewer, requestId: request.id, state: 'confirmed' }),
  )
  mount(declineProposal, ({ params: { id }, body, viewer, request }) =>
    answer({ id, viewer, requestId: request.id, state: 'declined', note: body.note.trim() }),
  )
  mount(withdrawProposal, ({ params: { id }, viewer, request }) =>
    answer({ id, viewer, requestId: request.id, state: 'withdrawn' }),
  )
}

/** Only whoever proposed it withdraws, and only others confirm or decline. */
function refuseWrongPerson(
  { proposedBy }: HeldProposal,
  { id }: Viewer,
  state: 'confirmed' | 'declined' | 'withdrawn',
): void {
  if ((proposedBy === id) === (state === 'withdrawn')) return
  throw new AppError(
    'auth.forbidden',
    state === 'withdrawn'
      ? 'Only whoever proposed this can withdraw it. You can decline it.'
      : 'You proposed this, so somebody else has to answer. You can withdraw it.',
  )
}

const ACTIONS = {
  confirmed: 'proposal.confirm',
  declined: 'proposal.decline',
  withdrawn: 'proposal.withdraw',
} as const

const insertAnswer = (
  trx: Database,
  act: { adminId: string; requestId: string },
  {
    held,
    subjectKind,
    state,
    note,
  }: {
    held: HeldProposal
    subjectKind: string
    state: keyof typeof ACTIONS
    note: string | undefined
  },
): Promise<void> =>
  insertAudit(trx, {
    act,
    action: ACTIONS[state],
    subjectKind,
    subjectId: held.subjectId,
    before: { state: 'open' },
    after: { kind: held.kind, state, ...(note === undefined ? {} : { note }) },
  })
