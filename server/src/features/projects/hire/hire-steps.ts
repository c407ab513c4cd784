import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MIN_HIRE_CENTS } from '@plinth/contract/limits.ts'
import { inquirySubject } from '@plinth/contract/messages/messages.ts'
import type { createProject } from '@plinth/contract/projects/project-calls.ts'
import type { Seen } from '../../../core/references/reference-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { AppError, rateLimited, orNotFound, invalidField } from '../../../http/errors.ts'
import {
  findHireFacts,
  findSameHire,
  hasHiredTooMuch,
  lockHires,
  type HireFacts,
} from './hire-queries.ts'
import { cannotStart } from '../offers/offer-steps.ts'
import { insertFiles, insertReferences, type Shown } from './reference-queries.ts'
import { centsOf, dollars, dueAfter } from '../project-rules.ts'
import { addEvent, insertProject } from '../project-write-queries.ts'

/** A repeated request within this time means the same project. */
const SAME_MS = 10 * 60_000

interface HireRequest extends Shown {
  clientId: string
  itemId: string
  creatorId: string
  description: string
  timeline: string | null
  budgetCents: number
}

export function readHireRequest(clientId: string, body: BodyOf<typeof createProject>): HireRequest {
  const { mediaIds = [], references = [] } = body
  const shown = references.map(({ kind, id, note = '', isAgainst = false }) => ({
    kind,
    id: id.toLowerCase(),
    note: note.trim(),
    isAgainst,
  }))
  if (new Set(shown.map(({ id }) => id)).size < shown.length)
    throw invalidField('references', 'Something is there twice. Choose each work and post once.')
  return {
    clientId,
    itemId: body.portfolioId,
    creatorId: body.creatorId.toLowerCase(),
    description: body.description.trim(),
    timeline: body.timeline ?? null,
    budgetCents: centsOf(body.budget, 'budget'),
    mediaIds: [...new Set(mediaIds.map((id) => id.toLowerCase()))],
    references: shown,
  }
}

/**
 * Creates a project at a work's starting price, or finds the same one. The creator is notified when the deposit is
 * paid. Returns the project's id.
 */
export async function hire(
  trx: Database,
  request: HireRequest,
  { now, seen }: { now: Date; seen: Seen },
): Promise<string> {
  const { clientId, itemId, description, timeline, mediaIds, references } = request
  await lockHires(trx, clientId)
  const facts = orNotFound(await findHireFacts(trx, { itemId, clientId }))
  const priceCents = checkHireRequest(request, facts)
  const since = new Date(now.getTime() - SAME_MS)
  const same = await findSameHire(trx, {
    clientId,
    itemId,
    description,
    timeline,
    priceCents,
    since,
    mediaIds,
    references,
  })
  if (same !== undefined) return same
  if (await hasHiredTooMuch(trx, { clientId, now })) {
    throw rateLimited(3_600, () => 'You’ve started many projects today. Try again in an hour.')
  }
  const id = await insertProject(trx, {
    ...request,
    title: facts.title,
    subject: inquirySubject(facts.title),
    priceCents,
    isShared: false,
    now,
    dueAt: dueAfter('requested', now),
  })
  const place = { projectId: id, clientId }
  if (!(await insertFiles(trx, place, mediaIds)))
    throw new AppError('not_found', 'We couldn’t find this upload. Upload the file again.')
  if (!(await insertReferences(trx, place, references, seen)))
    throw invalidField('references', 'Something you chose is no longer there. Choose again.')
  const event = { kind: 'requested', by: 'client', actorId: clientId, cents: priceCents } as const
  await addEvent(trx, { id, sharedAt: null }, event, now)
  return id
}

/** Returns the price in cents, or throws if this person cannot hire for this work. */
function checkHireRequest(request: HireRequest, facts: HireFacts): number {
  const { priceCents } = facts
  if (facts.creatorId !== request.creatorId)
    throw invalidField('creatorId', 'Someone else made this work.')
  if (facts.creatorId === request.clientId)
    throw invalidField('portfolioId', 'This is your own work.')
  if (facts.isBlocked) throw new AppError('auth.forbidden', 'You can’t hire this person.')
  if (!facts.isCreator) throw cannotStart()
  if (priceCents === null || priceCents < MIN_HIRE_CENTS)
    throw new AppError('conflict', 'This work has no price. Send a business inquiry instead.')
  if (priceCents !== request.budgetCents)
    throw invalidField('budget', `The price of this work is ${dollars(priceCents)} now.`)
  return priceCents
}
