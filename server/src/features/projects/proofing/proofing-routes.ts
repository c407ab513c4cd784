import { MAX_LINK_MARKS, MAX_PROOF_MARKS, MAX_PROOF_REPLIES } from '@plinth/contract/limits.ts'
import {
  addProofMark,
  addProofReply,
  bindProofVersion,
  changeProofMark,
  deleteProofMark,
  deleteProofReply,
  getProofRoom,
  listProofMarks,
  readProofRoom,
  setProofMarkState,
  type ProofRoom,
  type RoomRight,
} from '@plinth/contract/proofing/rooms.ts'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { FastifyRequest } from 'fastify'
import { readProofNotifications } from '../../../core/notifications/notification-queries.ts'
import type { Context } from '../../../deps.ts'
import type { Database } from '../../../db/pool.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { registerApprovals } from './approval-routes.ts'
import { registerDecisions } from './decision-routes.ts'
import { registerGuests } from './guests/guest-routes.ts'
import { registerOwnRooms } from './own/own-routes.ts'
import { callerOf, linkEnded, unknownCaller, type Caller } from './guests/guest-rules.ts'
import { noteAnswer } from './guests/guest-mail-queries.ts'
import { findEndedGuest, noteSeen } from './guests/guest-queries.ts'
import { AT_WORK, checkStateMove, placeIn, rightsIn } from './proofing-rules.ts'
import { findMarks, findRoom, isOneOfRoom } from './proofing-queries.ts'
import type { RoomStep, RunRoomStep } from './proofing-steps.ts'
import {
  bindVersion,
  changeMark,
  countLinkMarks,
  countMarks,
  findHeldMark,
  findMarked,
  holdRoom,
  insertMark,
  insertReply,
  isSameReply,
  peopleOf,
  readMark,
  removeMark,
  removeReply,
  setMarkState,
  tellOfGuest,
  tellOfRemarks,
  touchMark,
  type By,
  type HeldMark,
} from './proofing-write-queries.ts'

const conflict = (message: string) => new AppError('conflict', message)
const forbidden = (message: string) => new AppError('auth.forbidden', message)

const CLOSED = 'This project is closed, so its room stays as it is.'
const NO_RIGHT: Record<RoomRight, string> = {
  comment: 'You can look at this room, but not comment.',
  finish: 'Only the creator can do this.',
  confirm: 'Only the client can do this.',
  arrange: 'Only the creator can say which file replaces which.',
  decide: 'Only the client can decide, or whom they ask, until the delivery is approved.',
  pick: 'Only the client can pick, or whom they ask, until the delivery is approved.',
}

/** Registers looking at deliveries together. */
export function registerProofing(context: Context): void {
  const { mount, deps } = context
  const { db, live, now } = deps
  const who = (request: FastifyRequest, viewer: Viewer | null) => callerOf(request, viewer, now())

  const readRoom = async (id: string, caller: Caller): Promise<ProofRoom> => {
    const key = { id, viewerId: caller.id, isAdmin: caller.isAdmin, pass: caller.pass }
    const room = await findRoom(db, key)
    if (room === undefined) throw await refusal(db, id, caller)
    const { guestRight, realStatus, ...shown } = room
    return {
      ...shown,
      rights: rightsIn(room.role, realStatus, { guest: guestRight, isOwn: room.client === null }),
    }
  }

  const runStep: RunRoomStep = async ({ id, viewer, right }, work) => {
    const { result, room } = await db.transaction().execute(async (trx) => {
      const held = await holdRoom(trx, { id, viewerId: viewer.id, pass: viewer.pass })
      if (held === undefined) throw await refusal(trx, id, viewer)
      const rights = rightsIn(held.role, held.status, {
        guest: held.guestRight,
        isOwn: held.clientId === null,
      })
      if (!rights.includes(right))
        throw forbidden(AT_WORK.includes(held.status) ? NO_RIGHT[right] : CLOSED)
      const by = { authorId: viewer.id, guestId: viewer.pass?.guestId ?? null }
      return { result: await work({ trx, room: held, rights, by }), room: held }
    })
    live.proofMoved(room.id, peopleOf(room))
    return result
  }

  const heldMark = async ({ trx, room }: RoomStep, markId: string): Promise<HeldMark> => {
    const mark = orNotFound(await findHeldMark(trx, { roomId: room.id, markId }))
    if (mark.isGone) throw notFound()
    return mark
  }
  const answer = async ({ trx, by }: RoomStep, markId: string): Promise<ProofMark> =>
    orNotFound(await readMark(trx, { markId, ...by }))

  registerDecisions(context, runStep)
  registerApprovals(context)

  mount(getProofRoom, ({ params: { id }, viewer, request }) => readRoom(id, who(request, viewer)))

  mount(listProofMarks, async ({ params: { id }, query: { since = null }, viewer, request }) => {
    const caller = who(request, viewer)
    const key = { id, viewerId: caller.id, isAdmin: caller.isAdmin, pass: caller.pass }
    const marks = await findMarks(db, key, since)
    if (marks === undefined) throw await refusal(db, id, caller)
    if (caller.pass !== undefined) await noteSeen(db, caller.pass)
    return marks
  })

  mount(readProofRoom, async ({ params: { id }, body: { upTo }, viewer }) => {
    const seen = { roomId: id, userId: viewer.id, upTo }
    if (!(await isOneOfRoom(db, seen))) throw notFound()
    const moved = await readProofNotifications(db, seen)
    if (moved.length > 0) live.notificationsMoved(moved)
    return null
  })

  mount(addProofMark, ({ params: { id, markId }, body, viewer, request }) =>
    runStep({ id, viewer: who(request, viewer), right: 'comment' }, async (step) => {
      const { trx, room } = step
      const { versionId } = body
      const marked = orNotFound(await findMarked(trx, { roomId: room.id, versionId }))
      const mark = {
        id: markId,
        roomId: room.id,
        versionId,
        ...step.by,
        place: placeIn(marked, body.place),
        text: body.text.trim(),
        change: room.change,
      }
      if ((await countMarks(trx, room.id)) >= MAX_PROOF_MARKS)
        throw conflict(
          `A proof room can have ${MAX_PROOF_MARKS.toLocaleString('en')} comments. This one has that many.`,
        )
      const { guestId } = step.by
      if (guestId !== null && (await countLinkMarks(trx, guestId)) >= MAX_LINK_MARKS)
        throw conflict(
          `Guests with this link have made ${MAX_LINK_MARKS.toLocaleString('en')} comments, which is as many as they can.`,
        )
      if (await insertMark(trx, mark)) await tell(step, markId)
      else {
        const known = await findHeldMark(trx, { roomId: room.id, markId })
        if (known === undefined || !isBy(known, step.by) || known.isGone)
          throw conflict('Another comment has this id.')
      }
      return answer(step, markId)
    }),
  )

  mount(changeProofMark, ({ params: { id, markId }, body, viewer, request }) =>
    runStep({ id, viewer: who(request, viewer), right: 'comment' }, async (step) => {
      const { trx, room } = step
      const mark = await heldMark(step, markId)
      refuseChange(mark, step.by)
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

  mount(deleteProofMark, ({ params: { id, markId }, viewer, request }) =>
    runStep({ id, viewer: who(request, viewer), right: 'comment' }, async (step) => {
      const mark = orNotFound(await findHeldMark(step.trx, { roomId: step.room.id, markId }))
      if (!isBy(mark, step.by)) throw forbidden('This comment is somebody else’s.')
      if (!mark.isGone) {
        refuseChange(mark, step.by)
        if (mark.isAnswered) throw conflict('Somebody has answered this comment, so it stays.')
        await removeMark(step.trx, { markId, change: step.room.change })
      }
      return answer(step, markId)
    }),
  )

  mount(setProofMarkState, ({ params: { id, markId }, body: { state }, viewer, request }) =>
    runStep({ id, viewer: who(request, viewer), right: 'comment' }, async (step) => {
      const mark = await heldMark(step, markId)
      if (mark.state !== state) {
        checkStateMove(step.rights, mark.state, state)
        await setMarkState(step.trx, { markId, change: step.room.change, state })
      }
      return answer(step, markId)
    }),
  )

  mount(addProofReply, ({ params: { id, markId, replyId }, body, viewer, request }) =>
    runStep({ id, viewer: who(request, viewer), right: 'comment' }, async (step) => {
      const { trx, room } = step
      const mark = await heldMark(step, markId)
      const reply = { id: replyId, markId, ...step.by, text: body.text.trim() }
      if (mark.replies >= MAX_PROOF_REPLIES)
        throw conflict(
          `A comment has room for ${MAX_PROOF_REPLIES} answers. This one has that many.`,
        )
      if (await insertReply(trx, reply)) {
        await touchMark(trx, { markId, change: room.change })
        await noteAnswer(trx, { markId, guestId: step.by.guestId })
        await tell(step, markId)
      } else if (!(await isSameReply(trx, reply))) throw conflict('Another answer has this id.')
      return answer(step, markId)
    }),
  )

  mount(deleteProofReply, ({ params: { id, markId, replyId }, viewer, request }) =>
    runStep({ id, viewer: who(request, viewer), right: 'comment' }, async (step) => {
      await heldMark(step, markId)
      const done = await removeReply(step.trx, { id: replyId, markId, ...step.by })
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

  registerGuests(context)
  registerOwnRooms(context)
}

/** Why somebody is not let in: their link has ended, or they have no business here. */
async function refusal(db: Database, roomId: string, { pass }: Caller): Promise<AppError> {
  if (pass === undefined) return notFound()
  const guest = await findEndedGuest(db, pass)
  if (guest === undefined) return unknownCaller()
  return guest.hasEnded && guest.roomId === roomId.toLowerCase()
    ? linkEnded(guest.makerName)
    : notFound()
}

/** Tells others that something was written. */
const tell = ({ trx, room, by: { authorId, guestId } }: RoomStep, markId: string): Promise<void> =>
  guestId === null
    ? tellOfRemarks(trx, { room, authorId })
    : tellOfGuest(trx, { roomId: room.id, markId, guestId })

const isBy = (row: By, { authorId, guestId }: By): boolean =>
  row.authorId === authorId && row.guestId === guestId

/** Throws unless they may still change what they wrote. */
function refuseChange(mark: HeldMark, by: By): void {
  if (!isBy(mark, by)) throw forbidden('This comment is somebody else’s.')
  if (mark.isFrozen)
    throw conflict('This comment is part of a change that was asked for, so it stays.')
}
