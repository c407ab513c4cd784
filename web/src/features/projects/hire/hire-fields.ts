import { TIMELINES, type Timeline } from '@plinth/contract/messages/inquiry-terms.ts'
import { MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import { makeDraft, type Draft } from '../../lib/draft.ts'
import { hireTexts as texts } from './hire-texts.ts'

/** A request as its form and its draft hold it. */
export interface HireFields {
  description: string
  timeline: Timeline | null
}
export const EMPTY_HIRE: HireFields = { description: '', timeline: null }

export const timelineOf = (words: unknown): Timeline | null =>
  TIMELINES.find((one) => one === words) ?? null

/** What was typed for a work and is not paid yet: it survives a failure, the way to the card and the way back. */
export const hireDraft = (workId: string): Draft<HireFields> =>
  makeDraft<HireFields>(
    `hire.${workId}`,
    (kept) => {
      const { description, timeline } = kept as Partial<Record<keyof HireFields, unknown>>
      return typeof description === 'string'
        ? { description, timeline: timelineOf(timeline) }
        : null
    },
    ({ description, timeline }) => description.trim() === '' && timeline === null,
  )

/** What is wrong with the details, in a sentence. */
export function detailsProblem({ description }: HireFields): string | null {
  const { length } = description.trim()
  if (length === 0) return texts.wrong.missing
  return length > MAX_PROJECT_TEXT ? texts.wrong.long : null
}
