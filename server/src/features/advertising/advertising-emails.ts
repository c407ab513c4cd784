import type { AdvertisementInquiry, AdPlace } from '@plinth/contract/money/advertising.ts'
import { newId } from '../../db/id.ts'
import { findStaffEmails } from '../../core/users/user-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Context, Deps } from '../../deps.ts'
import type { Mail } from '../../gateways/mail.ts'
import { findInquiry, isOwnAddress, maySendEmails } from './inquiry-queries.ts'
import { composePlainEmail, queueEmail } from '../../core/notifications/emails/plain.ts'
import type { Booking } from './advertising-rules.ts'
import type { LockedInquiry } from './booking-queries.ts'

const EMAIL_JOB = 'advertising.letter'
const RETRIES = 3

/** One email to one address. Its id is chosen when it is queued, so a retry sends the same email. */
interface InquiryEmail {
  id: string
  inquiryId: string
  to: string
  kind: 'admin' | 'receipt'
}

export function registerInquiryEmails({ app, deps }: Pick<Context, 'app' | 'deps'>): void {
  const { db, jobs, mail, env } = deps
  jobs.work<InquiryEmail>(
    EMAIL_JOB,
    async ({ id, inquiryId, to, kind }, { isLastAttempt }) => {
      const inquiry = await findInquiry(db, inquiryId)
      if (inquiry === undefined || !mail.isOn) return
      try {
        await mail.send({
          ...(kind === 'admin'
            ? adminEmail(inquiry, env.publicUrl)
            : receiptEmail(inquiry, env.publicUrl)),
          id,
          to,
        })
      } catch (error) {
        if (isLastAttempt) app.log.error({ err: error, inquiryId }, 'email given up')
        throw error
      }
    },
    { retries: RETRIES, concurrency: 4 },
  )
}

/**
 * Emails the admins about a new inquiry. The sender gets a receipt only if they are a member who gave their own
 * verified address. Otherwise anybody could use Plinth to send text of their choice to any address.
 */
export async function queueInquiryEmails(
  trx: Database,
  { jobs, mail, env }: Pick<Deps, 'jobs' | 'mail' | 'env'>,
  inquiry: { id: string; email: string; userId: string | null; now: Date },
): Promise<void> {
  if (!mail.isOn || !(await maySendEmails(trx, inquiry.now))) return
  const send = (to: string, kind: InquiryEmail['kind']) =>
    jobs.send(trx, EMAIL_JOB, {
      id: newId(),
      inquiryId: inquiry.id,
      to,
      kind,
    } satisfies InquiryEmail)
  for (const to of new Set([
    ...env.adminEmails,
    ...(await findStaffEmails(trx, 'advertising.manage')),
  ]))
    await send(to, 'admin')
  const { userId, email } = inquiry
  if (userId !== null && (await isOwnAddress(trx, { userId, email }))) await send(email, 'receipt')
}

type EmailContent = Omit<Mail, 'to' | 'id'>

function adminEmail(inquiry: AdvertisementInquiry, publicUrl: string): EmailContent {
  const { businessName, contactName, email, phone, website, adType, duration, budget } = inquiry
  const facts: [string, string | null][] = [
    ['Business', businessName],
    ['Contact', contactName],
    ['Email', email],
    ['Phone', phone],
    ['Website', website],
    ['Ad type', adType],
    ['Duration', duration],
    ['Budget', budget],
    ['Description', inquiry.description],
    ['Post idea', inquiry.postIdea],
  ]
  const lines = facts.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return composePlainEmail(
    {
      subject: `Ad inquiry: ${businessName}`,
      title: 'A new ad inquiry',
      paragraphs: [
        `${contactName} from ${businessName} would like an ad. We promised a reply in 24-48 hours.`,
        ...lines,
      ],
      button: { label: 'Answer and book it', url: `${publicUrl}/admin` },
      replyTo: email,
    },
    publicUrl,
  )
}

const receiptEmail = (
  { contactName, adType, duration }: AdvertisementInquiry,
  publicUrl: string,
): EmailContent =>
  composePlainEmail(
    {
      subject: 'We have your ad inquiry',
      title: 'We have your inquiry',
      paragraphs: [
        `Hello ${contactName},`,
        `We got your inquiry for an ad (${adType}, ${duration}). A person will reply in 24-48 hours. We haven’t charged anything.`,
      ],
    },
    publicUrl,
  )

/**
 * Emails an advertiser which weeks are booked for them, or that they no longer are. Does nothing if that is unchanged.
 */
export async function queueBookingEmail(
  trx: Database,
  deps: Pick<Deps, 'jobs' | 'mail' | 'env'>,
  { held, booking }: { held: LockedInquiry; booking: Booking | null },
): Promise<void> {
  const former = held.place === null ? null : { place: held.place, weeks: held.weeks }
  if (JSON.stringify(former) === JSON.stringify(booking)) return
  const hello = `Hello ${held.contactName},`
  const where = `See all booked weeks: ${deps.env.publicUrl}/advertise`
  if (booking !== null) {
    const instead = former === null ? '' : ` They replace ${weeksOf(former)}.`
    await queueEmail(trx, deps, {
      to: held.email,
      subject: 'Your ad on Plinth is booked',
      title: 'Your ad is booked',
      paragraphs: [hello, `These weeks are yours: ${weeksOf(booking)}.${instead}`, where],
    })
  } else if (former !== null) {
    await queueEmail(trx, deps, {
      to: held.email,
      subject: 'Your ad on Plinth is no longer booked',
      title: 'Your ad is no longer booked',
      paragraphs: [
        hello,
        `We released these weeks: ${weeksOf(former)}. Your ad won’t run in them.`,
        `You can ask for other weeks. ${where}`,
      ],
    })
  }
}

const PLACES: Record<AdPlace, string> = {
  post: 'Promoted post',
  banner: 'Banner',
  featured: 'Featured',
}
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function weeksOf({ place, weeks }: Booking): string {
  const [first = ''] = weeks
  const count = weeks.length === 1 ? '1 week' : `${weeks.length} weeks`
  return `${PLACES[place]}, ${count} from Monday, ${day.format(new Date(first))}`
}
