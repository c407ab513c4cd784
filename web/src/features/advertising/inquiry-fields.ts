import {
  AD_DURATIONS,
  AD_MONTH_CENTS,
  AD_TYPES,
  AD_WEEK_CENTS,
  AdvertisementInquiryBody,
  type AdDuration,
  type AdType,
} from '@plinth/contract/money/advertising.ts'
import { problemsOf } from '../../lib/forms/contract.ts'
import { isText, type DraftOptions } from '../../lib/forms/draft.ts'
import { texts } from './advertising-texts.ts'

/** The fields as they are typed. Choices start empty. */
export interface InquiryFields {
  businessName: string
  contactName: string
  email: string
  phone: string
  adType: AdType | ''
  duration: AdDuration | ''
  website: string
  budget: string
  description: string
  postIdea: string
}
type Name = keyof InquiryFields

export const EMPTY: InquiryFields = {
  businessName: '',
  contactName: '',
  email: '',
  phone: '',
  adType: '',
  duration: '',
  website: '',
  budget: '',
  description: '',
  postIdea: '',
}

/** Reads `1,500`, `$1500` and `1500.50` as sums; null for any other text, which is allowed too. */
function sumOf(budget: string): number | null {
  const digits = budget.trim().replace(/^\$/, '').replaceAll(',', '')
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : null
}

/** The request body, without the fields that were left empty. */
export function bodyOf({ budget, ...words }: InquiryFields): AdvertisementInquiryBody {
  const filled = Object.entries(words).filter(([, value]) => value.trim() !== '')
  const money = budget.trim() === '' ? {} : { budget: sumOf(budget) ?? budget.trim() }
  return { ...Object.fromEntries(filled), ...money } as AdvertisementInquiryBody
}

const NAMES = Object.keys(EMPTY) as Name[]
/** The problems that prevent sending it, by field. */
export const checkInquiry = (fields: InquiryFields): Promise<Record<string, string>> =>
  problemsOf(AdvertisementInquiryBody, bodyOf(fields))

/** A hint for a budget below the minimum, which can be sent all the same. */
export function belowMinimum({ budget, duration }: Pick<InquiryFields, 'budget' | 'duration'>) {
  const sum = sumOf(budget)
  if (sum === null || duration === '' || duration === 'custom') return undefined
  const least = (duration === 'week' ? AD_WEEK_CENTS : AD_MONTH_CENTS) / 100
  return sum < least ? texts.below[duration] : undefined
}

const choiceOf = <V extends string>(options: readonly V[], value: unknown): V | '' =>
  options.find((one) => one === value) ?? ''

export const INQUIRY_DRAFT: DraftOptions<InquiryFields> = {
  name: 'advertise',
  empty: EMPTY,
  readFields: (kept) => {
    const typed = NAMES.map((name) => [name, isText(kept[name]) ? kept[name] : ''])
    return {
      ...(Object.fromEntries(typed) as InquiryFields),
      adType: choiceOf(AD_TYPES, kept['adType']),
      duration: choiceOf(AD_DURATIONS, kept['duration']),
    }
  },
}
