import {
  Array as ListOf,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  Union,
  type Static,
} from 'typebox'
import { Email } from '../http/email.ts'
import { price } from '../numbers.ts'
import { NO_WEBSITE, websiteOf } from '../people/links.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, MAX_URL_LENGTH } from '../limits.ts'
import {
  Day,
  Dollars,
  Id,
  Time,
  filledText,
  idParams,
  nullable,
  exact,
  entity,
  paged,
} from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

/** Minimum prices; custom adverts are negotiable. */
export const AD_WEEK_CENTS = 20_000
export const AD_MONTH_CENTS = 50_000
/** Limit for one IPv4 address or one /64 IPv6 network. */
export const AD_INQUIRIES_PER_HOUR = 5
/** Limit for all senders together. Further inquiries appear in the admins' list without an email. */
export const AD_EMAILS_PER_HOUR = 20
/** How far ahead weeks can be seen and booked. */
export const AD_WEEKS_AHEAD = 26
export const MAX_AD_NOTE_LENGTH = 2_000
const MAX_PHONE_LENGTH = 50
const MAX_BUDGET_LENGTH = 100

export const AD_TYPES = ['post', 'banner', 'featured', 'custom'] as const
export type AdType = (typeof AD_TYPES)[number]
export const AD_DURATIONS = ['week', 'month', 'custom'] as const
export type AdDuration = (typeof AD_DURATIONS)[number]
/** Each place shows one advert a week. A custom advert takes one of these places when it is booked. */
export const AD_PLACES = ['post', 'banner', 'featured'] as const
export type AdPlace = (typeof AD_PLACES)[number]
const AD_STATES = ['new', 'answered', 'declined', 'booked'] as const
export type AdState = (typeof AD_STATES)[number]

const Place = Enum([...AD_PLACES])
const Weeks = Integer({ minimum: 1, maximum: AD_WEEKS_AHEAD })

export const AdvertisementInquiryBody = exact({
  /** Repeats the first answer when the same inquiry is sent again, for example by a double click. */
  clientId: Optional(Id),
  businessName: filledText(MAX_TITLE_LENGTH),
  contactName: filledText(MAX_TITLE_LENGTH),
  email: Email,
  phone: Optional(Text({ maxLength: MAX_PHONE_LENGTH })),
  website: Optional(Text({ maxLength: MAX_URL_LENGTH })),
  adType: Enum([...AD_TYPES]),
  duration: Enum([...AD_DURATIONS]),
  /** A sum in dollars, or free text. */
  budget: Optional(Union([Dollars, Text({ maxLength: MAX_BUDGET_LENGTH })])),
  description: filledText(MAX_DESCRIPTION_LENGTH),
  postIdea: Optional(Text({ maxLength: MAX_DESCRIPTION_LENGTH })),
})
export type AdvertisementInquiryBody = Static<typeof AdvertisementInquiryBody>

/** The least budget for an advert, in dollars; null where the price is negotiable. */
const leastBudget = (adType: AdType, duration: AdDuration): number | null =>
  adType === 'custom' || duration === 'custom'
    ? null
    : (duration === 'week' ? AD_WEEK_CENTS : AD_MONTH_CENTS) / 100

const SUM = String.raw`\$?\s*(\d[\d,]*(?:\.\d{1,2})?)\s*(k?)`
const SUMS = new RegExp(`^${SUM}(?:\\s*(?:-|–|to)\\s*${SUM})?(?:\\s*(?:usd|dollars))?$`, 'i')

/** Reads `1,500`, `$1.5k` and `$1000-$2500` as sums in dollars, a range as its upper end; null for any other text. */
export function budgetSum(budget: number | string): number | null {
  if (typeof budget === 'number') return budget
  const [, low = '', lowK = '', high, highK = ''] = SUMS.exec(budget.trim()) ?? []
  if (low === '') return null
  const sum = Number((high ?? low).replaceAll(',', ''))
  return (high === undefined ? lowK : highK) === '' ? sum : sum * 1_000
}

/** What is wrong with an inquiry apart from its schema: sentences by field. */
export function inquiryRefusals({
  website,
  budget,
  adType,
  duration,
}: Pick<AdvertisementInquiryBody, 'website' | 'budget' | 'adType' | 'duration'>) {
  const refusals: Record<string, string> = {}
  if (website !== undefined && website.trim() !== '' && websiteOf(website) === null) {
    refusals['website'] = NO_WEBSITE
  }
  const least = leastBudget(adType, duration)
  const sum = budget === undefined ? null : budgetSum(budget)
  if (least !== null && sum !== null && sum < least) {
    refusals['budget'] =
      `A ${duration} starts at ${price(least)}. Enter at least that, or leave the budget empty.`
  }
  return refusals
}

export const createAdvertisementInquiry = defineEndpoint({
  method: 'POST',
  path: '/api/advertisement-inquiries',
  access: 'public',
  summary: 'Ask for an advert, signed in or not. With a `clientId` a second send is the same one.',
  body: AdvertisementInquiryBody,
  status: 201,
  // Nothing else is returned, so knowing a clientId reveals nothing.
  response: exact({ id: Id, createdAt: Time }),
  errors: ['conflict'],
})

export const AdvertisementWeek = entity('AdvertisementWeek', {
  /** A Monday. Weeks are in UTC. */
  weekStart: Day,
  /** Places that are sold in this week; the others are free. */
  sold: ListOf(Place),
})
export type AdvertisementWeek = Static<typeof AdvertisementWeek>

export const listAdvertisingWeeks = defineEndpoint({
  method: 'GET',
  path: '/api/advertising/weeks',
  access: 'public',
  summary: 'The next 26 weeks and which places are sold. Does not name the buyers.',
  response: ListOf(AdvertisementWeek),
})

/** An inquiry as admins see it. */
export const AdvertisementInquiry = entity('AdvertisementInquiry', {
  id: Id,
  state: Enum([...AD_STATES]),
  businessName: Text(),
  contactName: Text(),
  email: Text(),
  phone: nullable(Text()),
  website: nullable(Text()),
  adType: Enum([...AD_TYPES]),
  duration: Enum([...AD_DURATIONS]),
  budget: nullable(Text()),
  description: Text(),
  postIdea: nullable(Text()),
  /** The member who was signed in when it was sent. */
  member: nullable(Creator),
  note: nullable(Text()),
  decidedBy: nullable(Creator),
  decidedAt: nullable(Time),
  /** Set once it is booked. */
  booking: nullable(exact({ place: Place, weekStart: Day, weeks: Weeks })),
  createdAt: Time,
})
export type AdvertisementInquiry = Static<typeof AdvertisementInquiry>

export const listAdvertisementInquiries = defineEndpoint({
  method: 'GET',
  path: '/api/admin/advertisement-inquiries',
  access: 'admin',
  right: 'advertising.manage',
  summary: 'Ad inquiries, newest first; of one state when it is named.',
  query: paged({ state: Optional(Enum([...AD_STATES])) }),
  response: ListOf(AdvertisementInquiry),
})

export const updateAdvertisementInquiry = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/advertisement-inquiries/:id',
  access: 'admin',
  right: 'advertising.manage',
  summary:
    'Set the state of an ad inquiry. `booked` books weeks of a place; every other state releases them.',
  params: ObjectOf(idParams),
  body: exact({
    state: Enum(['answered', 'declined', 'booked']),
    note: Optional(Text({ maxLength: MAX_AD_NOTE_LENGTH })),
    /** The first Monday. */
    weekStart: Optional(Day),
    weeks: Optional(Weeks),
    /** The place; by default that of its ad type. Required for a custom advert. */
    place: Optional(Place),
  }),
  response: AdvertisementInquiry,
  errors: ['not_found', 'conflict'],
})
