import type { AdPlace } from '@plinth/contract/money/advertising.ts'
import { queueEmail } from '../../core/notifications/emails/plain-email.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Booking } from './advertising-rules.ts'
import type { HeldInquiry } from './booking-queries.ts'

/** Tells an advertiser which weeks are theirs now, or that they are not any more; nothing when they are the same. */
export async function tellAdvertiser(
  trx: Database,
  deps: Pick<Deps, 'jobs' | 'mail' | 'env'>,
  { held, booking }: { held: HeldInquiry; booking: Booking | null },
): Promise<void> {
  const former = held.place === null ? null : { place: held.place, weeks: held.weeks }
  if (JSON.stringify(former) === JSON.stringify(booking)) return
  const hello = `Hello ${held.contactName},`
  const where = `Every week that is sold stands on ${deps.env.publicUrl}/advertise`
  if (booking !== null) {
    const instead = former === null ? '' : ` They take the place of ${weeksOf(former)}.`
    await queueEmail(trx, deps, {
      to: held.email,
      subject: 'Your advert on Plinth is booked',
      paragraphs: [hello, `these weeks are yours: ${weeksOf(booking)}.${instead}`, `${where}.`],
    })
  } else if (former !== null) {
    await queueEmail(trx, deps, {
      to: held.email,
      subject: 'Your advert on Plinth is not booked any more',
      paragraphs: [
        hello,
        `Plinth has given these weeks back: ${weeksOf(former)}. Your advert does not run in them.`,
        `${where}; you can ask for others there.`,
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
