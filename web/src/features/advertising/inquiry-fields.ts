import {
  AD_DURATIONS,
  AD_TYPES,
  AdvertisementInquiryBody,
  budgetSum,
  inquiryRefusals,
  type AdDuration,
  type AdType,
} from '@plinth/contract/money/advertising.ts'
import { problemsOf } from '../../lib/forms/contract.ts'
import { isText, type DraftOptions } from '../../lib/forms/draft.ts'

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

/** A single sum as a number; a range and any other text as they are. */
const sumOrText = (budget: string): number | string =>
  /^[\d$,.\sk]+$/i.test(budget) ? (budgetSum(budget) ?? budget) : budget

/** The request body, without the fields that were left empty. */
export function bodyOf({ budget, ...words }: InquiryFields): AdvertisementInquiryBody {
  const filled = Object.entries(words).filter(([, value]) => value.trim() !== '')
  const money = budget.trim() === '' ? {} : { budget: sumOrText(budget.trim()) }
  return { ...Object.fromEntries(filled), ...money } as AdvertisementInquiryBody
}

const NAMES = Object.keys(EMPTY) as Name[]
/** The problems that prevent sending it, by field. */
export async function checkInquiry(fields: InquiryFields): Promise<Record<string, string>> {
  const body = bodyOf(fields)
  const problems = await problemsOf(AdvertisementInquiryBody, body)
  return { ...inquiryRefusals(body), ...problems }
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
