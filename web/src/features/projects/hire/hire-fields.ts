import { TIMELINES, type Timeline } from '@plinth/contract/messages/inquiry.ts'
import { MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { isText, type DraftOptions } from '../../../lib/forms/draft.ts'
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
export const hireDraft = (workId: string): DraftOptions<HireFields> => ({
  name: `hire.${workId}`,
  empty: EMPTY_HIRE,
  readFields: ({ description, timeline }) =>
    isText(description) ? { description, timeline: timelineOf(timeline) } : null,
})

/** What is wrong with it, in sentences by field. */
export function hireProblems({ description }: HireFields): Problems {
  const { length } = description.trim()
  if (length === 0) return { description: texts.wrong.missing }
  return length > MAX_PROJECT_TEXT ? { description: texts.wrong.long } : {}
}
