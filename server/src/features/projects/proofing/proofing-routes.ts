import { MAX_PROOF_MARKS, MAX_PROOF_REPLIES } from '@plinth/contract/limits.ts'
import {
  addProofMark,
  addProofReply,
  bindProofVersion,
  changeProofMark,
  deleteProofMark,
  deleteProofReply,
  getProofRoom,
  listProofMarks,
  setProofMarkState,
  type ProofRoom,
  type RoomRight,
} from '@plinth/contract/proofing/rooms.ts'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { Context } from '../../../deps.ts'
import type { Database } from '../../../db/pool.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { registerApprovals } from './approval-routes.ts'
import { registerDecisions } from './decision-routes.ts'
import { checkStateMove, placeIn, rightsIn } from './proofing-rules.ts'
import { findMarks, findRoom } from './proofing-queries.ts'
import {
  bindVersion,
  changeMark,
  countMarks,
  findHeldMark,
  findMarked,
  holdRoom,
  insertMark,
  insertReply,
  isSameReply,
  readMark,
  removeMark,
  removeReply,
  setMarkState,
  tellOfRemarks,
  touchMark,
  type HeldMark,
  type HeldRoom,
} from './proofing-write-queries.ts'

const conflict = (message: string) => new AppError('conflict', message)
const forbidden = (message: string) => new AppError('auth.forbidden', message)

const NO_RIGHT: Record<RoomRight, string> = {
  comment: 'This project is closed, so its room stays as it is.',
  finish: 'Only the creator can do this.',
  confirm: 'Only the client can do this.',
  arrange: 'Only the creator can say which file replaces which.',
  decide: 'Only the client can decide, until the delivery is approved.',
  pick: 'Only the client can pick, until the delivery is approved.',
}

/** Somebody's step in a room, which is held. */
export interface RoomStep {
  trx: Database
  room: HeldRoom
  rights: readonly RoomRight[]
  viewer: Viewer
}

/** Runs a step in a room and tells both people of it. Throws 404 for everybody else. */
export type RunRoomStep = <T>(
  request: { id: string; viewer: Viewer; right: RoomRight },
  work: (step: RoomStep) => Promise<T>,
) => Promise<T>

/** Registers looking at deliveries together. */
export function registerProofing(context: Pick<Context, 'app' | 'mount' | 'deps'>): void {
  const { mount, deps } = context
  const { db, live } = deps

  const readRoom = async (id: string, viewer: Viewer): Promise<ProofRoom> => {
    const key = { id, viewerId: viewer.id, isAdmin: viewer.isAdmin }
    const room = orNotFound(await findRoom(db, key))
    return { ...room, rights: rightsIn(room.role, room.status) }
  }

  const runStep: RunRoomStep = async ({ id, viewer, right }, work) => {
    const { result, room } = await db.transaction().execute(async (trx) => {
      const held = orNotFound(await holdRoom(trx, { id, viewerId: viewer.id }))
      const rights = rightsIn(held.role, held.status)
      if (!rights.includes(right))
        throw forbidden(NO_RIGHT[rights.length === 0 ? 'comment' : right])
      return { result: await work({ trx, room: held, rights, viewer }), room: held }
    })
    live.proofMoved(room.id, [room.clientId, room.creatorId])
    return result
  }

  const heldMark = async ({ trx, room }: RoomStep, markId: string): Promise<HeldMark> => {
    const mark = orNotFound(await findHeldMark(trx, { roomId: room.id, markId }))
    if (mark.isGone) throw notFound()
    return mark
  }
  const answer = async ({ trx, viewer }: RoomStep, markId: string): Promise<ProofMark> =>
    orNotFound(await readMark(trx, { markId, viewerId: viewer.id }))

  registerDecisions(context, runStep)
  registerApprovals(context)

  mount(getProofRoom, ({ params: { id }, viewer }) => readRoom(id, viewer))

  mount(listProofMarks, async ({ params: { id }, query: { since = null }, viewer }) =>
    orNotFound(await findMarks(db, { id, viewerId: viewer.id, isAdmin: viewer.isAdmin }, since)),
  )

  mount(addProofMark, ({ params: { id, markId }, body, viewer }) =>
    runStep({ id, viewer, right: 'comment' }, async (step) => {
      const { trx, room } = step
      const { versionId } = body
      const marked = orNotFound(await findMarked(trx, { roomId: room.id, versionId }))
      const mark = {
        id: markId,
        roomId: room.id,
        versionId,
        authorId: viewer.id,
        place: placeIn(marked, body.place),
        text: body.text.trim(),
        change: room.change,
      }
      if ((await countMarks(trx, room.id)) >= MAX_PROOF_MARKS)
        throw conflict(
          `A project has room for ${MAX_PROOF_MARKS.toLocaleString('en')} comments. This one has that many.`,
        )
      if (await insertMark(trx, mark)) await tellOfRemarks(trx, { room, authorId: viewer.id })
      else {
        const known = await findHeldMark(trx, { roomId: room.id, markId })
        if (known?.authorId !== viewer.id || known.isGone)
          throw conflict('Another comment has this id.')
      }
      return answer(step, markId)
    }),
  )

  mount(changeProofMark, ({ params: { id, markId }, body, viewer }) =>
    runStep({ id, viewer, right: 'comment' }, async (step) => {
      const { trx, room } = step
      const mark = await heldMark(step, markId)
      refuseChange(mark, viewer)
      const { versionId } = mark
      const marked = orNotFound(await findMarked(trx, { roomId: room.id, versionId }))
      await changeMark(trx, {
        markId,
        change: room.change,
        text: body.text?.trim() ?? null,
        place: body.place === undefined ? null : placeIn(marked, body.place),
      })
      return answer(step, markId)
    }),
  )

  mount(deleteProofMark, ({ params: { id, markId }, viewer }) =>
    runStep({ id, viewer, right: 'comment' }, async (step) => {
      const mark = orNotFound(await findHeldMark(step.trx, { roomId: step.room.id, markId }))
      if (mark.authorId !== viewer.id) throw forbidden('This comment is somebody else’s.')
      if (!mark.isGone) {
        refuseChange(mark, viewer)
        if (mark.isAnswered) throw conflict('Somebody has answered this comment, so it stays.')
        await removeMark(step.trx, { markId, change: step.room.change })
      }
      return answer(step, markId)
    }),
  )

  mount(setProofMarkState, ({ params: { id, markId }, body: { state }, viewer }) =>
    runStep({ id, viewer, right: 'comment' }, async (step) => {
      const mark = await heldMark(step, markId)
      if (mark.state !== state) {
        checkStateMove(step.rights, mark.state, state)
        await setMarkState(step.trx, { markId, change: step.room.change, state })
      }
      return answer(step, markId)
    }),
  )

  mount(addProofReply, ({ params: { id, markId, replyId }, body, viewer }) =>
    runStep({ id, viewer, right: 'comment' }, async (step) => {
      const { trx, room } = step
      const mark = await heldMark(step, markId)
      const reply = { id: replyId, markId, authorId: viewer.id, text: body.text.trim() }
      if (mark.replies >= MAX_PROOF_REPLIES)
        throw conflict(
          `A comment has room for ${MAX_PROOF_REPLIES} answers. This one has that many.`,
        )
      if (await insertReply(trx, reply)) {
        await touchMark(trx, { markId, change: room.change })
        await tellOfRemarks(trx, { room, authorId: viewer.id })
      } else if (!(await isSameReply(trx, reply))) throw conflict('Another answer has this id.')
      return answer(step, markId)
    }),
  )

  mount(deleteProofReply, ({ params: { id, markId, replyId }, viewer }) =>
    runStep({ id, viewer, right: 'comment' }, async (step) => {
      await heldMark(step, markId)
      const done = await removeReply(step.trx, { id: replyId, markId, authorId: viewer.id })
      if (done === 'none') throw notFound()
      if (done === 'others') throw forbidden('This answer is somebody else’s.')
      await touchMark(step.trx, { markId, change: step.room.change })
      return answer(step, markId)
    }),
  )

  mount(bindProofVersion, async ({ params: { id, versionId }, body: { thingId }, viewer }) => {
    await runStep({ id, viewer, right: 'arrange' }, async ({ trx, room }) => {
      const done = await bindVersion(trx, { roomId: room.id, versionId, thingId })
      if (done === 'none') throw notFound()
      if (done === 'taken')
        throw conflict('That would make two files of one delivery versions of the same thing.')
    })
    return readRoom(id, viewer)
  })
}

/** Throws unless the viewer may still change what they wrote. */
function refuseChange({ authorId, isFrozen }: HeldMark, viewer: Viewer): void {
  if (authorId !== viewer.id) throw forbidden('This comment is somebody else’s.')
  if (isFrozen) throw conflict('This comment is part of a change that was asked for, so it stays.')
}
