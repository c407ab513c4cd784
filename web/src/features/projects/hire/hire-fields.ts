import type { Picture } from '@plinth/contract/media/media.ts'
import type { Rating } from '@plinth/contract/projects/rating.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { TIMELINES, type Timeline } from '@plinth/contract/messages/inquiry-terms.ts'
import { MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import type { Problems } from '../../../lib/forms/form-problems.ts'
import { isText, type DraftOptions } from '../../../lib/forms/draft.ts'
import { hireTexts as texts } from './hire-texts.ts'

export interface HiredWork {
  id: string
  title: string
  category: string
  /** In dollars: what the deposit is half of. */
  startingPrice: number
  picture: Picture
  /** Of its creator. */
  rating: Rating | null
}

/** What somebody is hired for, as far as that is known yet. */
export type HireTarget =
  | { state: 'ready'; work: HiredWork; creator: Creator }
  | { state: 'loading' }
  | { state: 'gone' }
  /** Nobody hires themself. */
  | { state: 'self' }
  /** Without a price that a card can pay. */
  | { state: 'on-inquiry'; workId: string; creator: Creator }
  | { state: 'failed'; sentence: string; isRetrying: boolean; retry: () => void }

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
