import { parsePrice } from '../../lib/price.ts'
import { answerTexts } from './answer-texts.ts'
import { textProblems, type Problems } from './compose-problems.ts'
import { timelineOf } from './inquiry-fields.ts'

const texts = answerTexts.quote

/** A quote as its form and its draft hold it: the price as it was typed. */
export interface QuoteFields {
  [name: string]: string
  price: string
  timeline: string
  content: string
}

export const EMPTY_QUOTE: QuoteFields = { price: '', timeline: '', content: '' }

/** The price as far as it is typed; null while it is none. */
export function priceOf({ price }: Pick<QuoteFields, 'price'>): number | null {
  const typed = parsePrice(price)
  return typed === undefined || typed === 0 ? null : typed
}

export function quoteProblems(fields: QuoteFields): Problems {
  const price = parsePrice(fields.price)
  return {
    ...textProblems({ content: fields.content }, null),
    ...(price === undefined || price === null ? { price: texts.wrong.price } : {}),
    ...(price === 0 ? { price: texts.wrong.nought } : {}),
  }
}

export function quoteBodyOf(fields: QuoteFields) {
  const content = fields.content.trim()
  return {
    price: parsePrice(fields.price) ?? 0,
    timeline: timelineOf(fields) ?? null,
    ...(content === '' ? {} : { content }),
  }
}

export const declineProblems = ({ content }: { content: string }): Problems =>
  textProblems({ content }, answerTexts.decline.wrong)
