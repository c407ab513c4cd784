import {
  createAdvertisementInquiry,
  inquiryRefusals,
  listAdvertisementInquiries,
  listAdvertisingWeeks,
  updateAdvertisementInquiry,
  type AdvertisementInquiryBody,
  type AdvertisementWeek,
} from '@plinth/contract/money/advertising.ts'
import { websiteOf } from '@plinth/contract/people/links.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, rateLimited, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { addressKey } from '../../http/address.ts'
import { bookingOf, weeksAhead } from './advertising-rules.ts'
import {
  queueBookingEmail,
  queueInquiryEmails,
  registerInquiryEmails,
} from './advertising-emails.ts'
import { findSold, lockInquiry, recordDecision } from './booking-queries.ts'
import {
  findInquiry,
  inquiryListName,
  listInquiries,
  storeInquiry,
  type NewInquiry,
} from './inquiry-queries.ts'

/** Businesses inquire about adverts, admins answer and book weeks, and everybody sees which weeks are sold. */
export function registerAdvertising({ app, mount, deps }: Context): void {
  const { db, now } = deps

  mount(createAdvertisementInquiry, async ({ body, viewer, request }) => {
    refuseInquiry(body)
    return db.transaction().execute(async (trx) => {
      const inquiry: NewInquiry = {
        ...wordsOf(body),
        userId: viewer?.id ?? null,
        sentFrom: addressKey(request.ip),
        now: now(),
      }
      const stored = await storeInquiry(trx, inquiry)
      if (stored === 'taken')
        throw new AppError(
          'conflict',
          'You already sent a different inquiry with this id. Start again.',
        )
      if ('waitSeconds' in stored) throw mustWait(stored.waitSeconds)
      const { id, createdAt, isNew } = stored
      if (isNew) await queueInquiryEmails(trx, deps, { ...inquiry, id })
      return { id, createdAt: createdAt.toISOString() }
    })
  })

  mount(listAdvertisingWeeks, () => readWeeks(db, now()))

  mount(
    listAdvertisementInquiries,
    ({ query: { state = null, cursor, limit = PAGE_SIZE }, viewer }) =>
      listInquiries(db, {
        adminId: viewer.id,
        state,
        limit,
        after: decodeTimeCursor(cursor, inquiryListName(state)),
      }),
  )

  mount(updateAdvertisementInquiry, async ({ params: { id }, body, viewer, request }) => {
    const { state, note } = body
    await db.transaction().execute(async (trx) => {
      const held = orNotFound(await lockInquiry(trx, id))
      const at = now()
      const booking = state === 'booked' ? bookingOf(body, { adType: held.adType, now: at }) : null
      const decision = {
        id,
        state,
        note: note === undefined ? held.note : filled(note),
        adminId: viewer.id,
        now: at,
        booking,
      }
      if (!(await recordDecision(trx, decision))) throw sold()
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'advertisement.decide',
        subjectKind: 'advertisement_inquiry',
        subjectId: id,
        before: { state: held.state, note: held.note, weeks: held.weeks },
        after: { state, note: decision.note, weeks: booking?.weeks ?? [] },
      })
      await queueBookingEmail(trx, deps, { held, booking })
    })
    return orNotFound(await findInquiry(db, id))
  })

  registerInquiryEmails({ app, deps })
}

export async function readWeeks(db: Database, now: Date): Promise<AdvertisementWeek[]> {
  const weeks = weeksAhead(now)
  const sold = await findSold(db, weeks)
  return weeks.map((weekStart) => ({
    weekStart,
    sold: sold.filter((one) => one.weekStart === weekStart).map(({ place }) => place),
  }))
}

/** Refuses a budget below the least price, and a website that is none. */
function refuseInquiry(body: AdvertisementInquiryBody): void {
  const fields = inquiryRefusals(body)
  const [first] = Object.values(fields)
  if (first !== undefined) throw new AppError('input.invalid', first, { fields })
}

const dollars = (sum: number) => `$${Number.isInteger(sum) ? sum : sum.toFixed(2)}`
const filled = (text: string | undefined): string | null => text?.trim() || null

function wordsOf({ clientId, budget, ...words }: AdvertisementInquiryBody) {
  return {
    clientId: clientId ?? null,
    businessName: words.businessName.trim(),
    contactName: words.contactName.trim(),
    email: words.email,
    phone: filled(words.phone),
    website: websiteOf(words.website ?? ''),
    adType: words.adType,
    duration: words.duration,
    budget: typeof budget === 'number' ? dollars(budget) : filled(budget),
    description: words.description.trim(),
    postIdea: filled(words.postIdea),
  }
}

const sold = () =>
  new AppError('conflict', 'One of these weeks is already sold. Choose others.', {
    fields: { weekStart: 'One of these weeks is already sold. Choose others.' },
  })

const mustWait = (seconds: number): AppError =>
  rateLimited(
    seconds,
    (time) => `We got several inquiries from your connection. You can send another in ${time}.`,
  )
