import {
  BRIEF_THANKS,
  getBrief,
  getBriefForm,
  getInquiryBrief,
  listBriefs,
  resendBrief,
  saveBriefDraft,
  sendBrief,
  thankForBrief,
  type Brief,
  type BriefAnswerState,
} from '@plinth/contract/boards/briefs.ts'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_BRIEF_CREATORS, MESSAGES_PER_MINUTE } from '@plinth/contract/limits.ts'
import type { Budget, Timeline } from '@plinth/contract/messages/inquiry.ts'
import type { MessageType } from '@plinth/contract/messages/messages.ts'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { Context, Deps } from '../../../deps.ts'
import { AppError, invalidField, notFound, orNotFound, toAppError } from '../../../http/errors.ts'
import type { Showables } from '../board-sql.ts'
import { findForm } from './brief-form-queries.ts'
import { findBrief, findBriefs, findInquiryBrief } from './brief-queries.ts'
import {
  findThanksKeys,
  findUnsent,
  findWritten,
  insertBrief,
  noteProblem,
  putDraft,
} from './brief-write-queries.ts'

/** A message as the messages feature sends it. */
interface Outgoing {
  senderId: string
  receiverId: string
  subject: string
  content: string
  messageType: MessageType
  budget: Budget | null
  timeline: Timeline | null
  itemId: null
  mediaIds: readonly string[]
  quoteCents: null
  clientId: string
  briefId: string | null
}

interface Uses {
  showables: Showables
  /** Sends a message by the rules of all messages, or throws why it is refused. The same client id is sent once. */
  send: (message: Outgoing) => Promise<unknown>
}

/** One brief counts as several messages. */
const briefLimit = {
  max: MESSAGES_PER_MINUTE / MAX_BRIEF_CREATORS,
  timeWindow: 60_000,
  keyGenerator: (request: FastifyRequest) => request.viewer?.id ?? request.ip,
}
const limited = { config: { rateLimit: briefLimit } }

/** Those who are told once somebody was found. */
const HOPING: ReadonlySet<BriefAnswerState> = new Set(['waiting', 'answered', 'quoted'])

export function registerBriefs({ mount, deps }: Context, { showables, send }: Uses): void {
  const { db } = deps
  const shown = async (viewerId: string, id: string): Promise<Brief> =>
    orNotFound(await findBrief(db, viewerId, id, showables))
  const sendUnsent = createSending(deps, send)

  mount(getBriefForm, async ({ params: { id }, viewer }) =>
    orNotFound(await findForm(db, viewer.id, id, showables)),
  )

  mount(saveBriefDraft, async ({ params: { id }, body, viewer }) => {
    if (!(await putDraft(db, { boardId: id, userId: viewer.id }, body))) throw notFound()
    return null
  })

  mount(
    sendBrief,
    async ({ params: { id: boardId }, body, viewer }) => {
      const id = await write(deps, { boardId, userId: viewer.id }, body, showables)
      await sendUnsent(viewer.id, id)
      return shown(viewer.id, id)
    },
    limited,
  )

  mount(listBriefs, async ({ params: { id }, query, viewer }) =>
    orNotFound(await findBriefs(db, viewer.id, id, query)),
  )

  mount(getBrief, ({ params: { id }, viewer }) => shown(viewer.id, id))

  mount(
    resendBrief,
    async ({ params: { id }, viewer }) => {
      await shown(viewer.id, id)
      await sendUnsent(viewer.id, id)
      return shown(viewer.id, id)
    },
    limited,
  )

  mount(
    thankForBrief,
    async ({ params: { id }, viewer }) => {
      const { title, answers } = await shown(viewer.id, id)
      if (answers.every(({ state }) => state !== 'hired'))
        throw new AppError('conflict', 'You haven’t hired any of them yet.')
      const keys = await findThanksKeys(db, id)
      for (const { person, state, isTold } of answers) {
        const clientId = keys.get(person.id)
        if (isTold || clientId === undefined || !HOPING.has(state)) continue
        await send({
          senderId: viewer.id,
          receiverId: person.id,
          subject: title,
          content: BRIEF_THANKS,
          messageType: 'general',
          budget: null,
          timeline: null,
          itemId: null,
          mediaIds: [],
          quoteCents: null,
          clientId,
          briefId: null,
        })
      }
      return shown(viewer.id, id)
    },
    limited,
  )

  mount(getInquiryBrief, async ({ params: { id }, viewer }) =>
    orNotFound(await findInquiryBrief(db, viewer.id, id, showables)),
  )
}

/** Writes a brief, once for each client id. Returns its id. */
async function write(
  { db, now }: Deps,
  place: { boardId: string; userId: string },
  body: BodyOf<typeof sendBrief>,
  showables: Showables,
): Promise<string> {
  const { content, neededBy, clientId } = body
  const known = await findWritten(db, place, clientId)
  if (known !== undefined) {
    if (!known.isSame) throw invalidField('clientId', 'Another brief already has this id.')
    return known.id
  }
  if (neededBy !== null && neededBy < now().toISOString().slice(0, 10))
    throw invalidField('neededBy', 'This day has passed. Choose a later one.')
  const brief = { ...body, content: content.trim() }
  const result = await db.transaction().execute((trx) => insertBrief(trx, place, brief, showables))
  if (result === 'no board') throw notFound()
  if (result === 'no item')
    throw invalidField('itemIds', 'Something you chose is no longer on the board. Choose again.')
  if (result === 'no creator')
    throw invalidField('creatorIds', 'Somebody you chose can’t be asked any more. Choose again.')
  if (result !== 'again') return result.id
  return orNotFound(await findWritten(db, place, clientId)).id
}

const GONE = 'They’re no longer on Plinth.'

/** Sends the inquiries of a brief one by one. One that fails keeps none of the others from going. */
function createSending({ db }: Deps, send: Uses['send']) {
  return async (senderId: string, briefId: string): Promise<void> => {
    for (const { creatorId, key, title, ...inquiry } of await findUnsent(db, briefId, senderId)) {
      const problem = await problemOf(() =>
        send({
          ...inquiry,
          senderId,
          receiverId: creatorId,
          subject: title,
          messageType: 'business_inquiry',
          itemId: null,
          mediaIds: [],
          quoteCents: null,
          clientId: key,
          briefId,
        }),
      )
      await noteProblem(db, { briefId, creatorId }, problem)
    }
  }
}

/** Why something was refused, in a sentence for a person; null if it was not. */
async function problemOf(act: () => Promise<unknown>): Promise<string | null> {
  try {
    await act()
    return null
  } catch (error) {
    const { code, message } = toAppError(error as FastifyError)
    // It belongs in the log. Sending the brief again goes on from here.
    if (code === 'internal') throw error
    return code === 'not_found' ? GONE : message
  }
}
