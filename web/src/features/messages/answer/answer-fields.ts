import { MAX_DELIVERY_DAYS, MAX_MILESTONE_LENGTH } from '@plinth/contract/limits.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { isText, type DraftOptions } from '../../../lib/forms/draft.ts'
import { newIdempotencyKey } from '../../../lib/forms/idempotency.ts'
import { isDay, dayAhead } from '../../../lib/format/days.ts'
import { picksOf, picksTexts } from '../../../lib/format/picks.ts'
import { parsePrice } from '../../../lib/format/price.ts'
import { answerTexts } from './answer-texts.ts'
import { textProblems } from '../compose/compose-rules.ts'

const texts = answerTexts.quote

/** A milestone as it is typed; `due` is empty without a date. Its key stays the same when it is moved. */
export interface StepFields {
  key: string
  title: string
  due: string
}

/** A quote in its form and its draft, with the price as it was typed. */
export interface QuoteFields {
  price: string
  deliverBy: string
  /** How many files are in the price, as it is typed. */
  picks: string
  milestones: StepFields[]
  content: string
}

export const EMPTY_QUOTE: QuoteFields = {
  price: '',
  deliverBy: '',
  picks: '',
  milestones: [],
  content: '',
}
export const emptyStep = (): StepFields => ({ key: newIdempotencyKey(), title: '', due: '' })

/** The price typed so far; null until it is a valid one. */
export function priceOf({ price }: Pick<QuoteFields, 'price'>): number | null {
  const typed = parsePrice(price)
  return typed === undefined || typed === 0 ? null : typed
}

/** The milestones with a title, as they are sent and shown. */
export const stepsOf = ({ milestones }: Pick<QuoteFields, 'milestones'>) =>
  milestones
    .filter(({ title }) => title.trim() !== '')
    .map(({ title, due }) => ({ title: title.trim(), due: isDay(due) ? due : null }))

export function quoteProblems(fields: QuoteFields, today: string = dayAhead(0)): Problems {
  const price = parsePrice(fields.price)
  const late = dayProblem(fields.deliverBy, today)
  return {
    ...textProblems({ content: fields.content }, null),
    ...(price === undefined || price === null ? { price: texts.wrong.price } : {}),
    ...(price === 0 ? { price: texts.wrong.nought } : {}),
    ...(late === null ? {} : { deliverBy: late }),
    ...(picksOf(fields.picks) === undefined ? { picks: picksTexts.wrong } : {}),
    ...Object.assign({}, ...fields.milestones.map((step, at) => stepProblems(step, at, fields))),
  }
}

function dayProblem(day: string, today: string): string | null {
  if (!isDay(day)) return texts.wrong.day
  if (day < today) return texts.wrong.past
  return day > dayAhead(MAX_DELIVERY_DAYS, Date.parse(`${today}T12:00`)) ? texts.wrong.far : null
}

function stepProblems(
  { title, due }: StepFields,
  at: number,
  { deliverBy }: QuoteFields,
): Problems {
  if (title.trim() === '') return due === '' ? {} : { [`milestones.${at}.title`]: texts.wrong.step }
  return {
    ...(title.trim().length > MAX_MILESTONE_LENGTH
      ? { [`milestones.${at}.title`]: texts.wrong.longStep }
      : {}),
    ...(isDay(due) && isDay(deliverBy) && due > deliverBy
      ? { [`milestones.${at}.due`]: texts.wrong.lateStep }
      : {}),
  }
}

export function quoteBodyOf(fields: QuoteFields) {
  const content = fields.content.trim()
  return {
    price: parsePrice(fields.price) ?? 0,
    deliverBy: fields.deliverBy,
    picks: picksOf(fields.picks) ?? null,
    milestones: stepsOf(fields),
    ...(content === '' ? {} : { content }),
  }
}

/** The draft of a quote for an inquiry. */
export const quoteDraft = (inquiryId: string): DraftOptions<QuoteFields> => ({
  name: `quote.${inquiryId}`,
  empty: EMPTY_QUOTE,
  readFields: ({ price, deliverBy, picks, milestones, content }) =>
    isText(price) && isText(content)
      ? {
          price,
          deliverBy: isText(deliverBy) ? deliverBy : '',
          picks: isText(picks) ? picks : '',
          milestones: Array.isArray(milestones) ? milestones.filter(isStep) : [],
          content,
        }
      : null,
})

function isStep(value: unknown): value is StepFields {
  if (typeof value !== 'object' || value === null) return false
  const { key, title, due } = value as Partial<Record<keyof StepFields, unknown>>
  return isText(key) && isText(title) && isText(due)
}

export const declineProblems = ({ content }: { content: string }): Problems =>
  textProblems({ content }, answerTexts.decline.wrong)
