import type { BriefReference } from '@plinth/contract/boards/briefs.ts'
import type { Picture } from '@plinth/contract/media/media.ts'
import type { Rating } from '@plinth/contract/projects/rating.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { TIMELINES, type Timeline } from '@plinth/contract/messages/inquiry.ts'
import { isFilled } from '@plinth/contract/http/filled.ts'
import { MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { isText, type DraftOptions } from '../../../lib/forms/draft.ts'
import { hireTexts as texts } from './hire-texts.ts'

export interface HiredWork {
  id: string
  title: string
  category: string
  /** In dollars; the deposit is half of it. */
  startingPrice: number
  picture: Picture
  /** The creator's rating. */
  rating: Rating | null
}

/** The work to hire for, or why it cannot be shown. */
export type HireTarget =
  | { state: 'ready'; work: HiredWork; creator: Creator }
  | { state: 'loading' }
  | { state: 'gone' }
  /** It is the viewer's own work. */
  | { state: 'self' }
  /** It has no price that can be charged, so the way is an inquiry. */
  | { state: 'on-inquiry'; workId: string; creator: Creator }
  | { state: 'failed'; sentence: string; isRetrying: boolean; retry: () => void }

/** The fields of a request in its form and draft. */
export interface HireFields {
  description: string
  timeline: Timeline | null
  /** Works and posts to look at, as they were when they were chosen. */
  references: BriefReference[]
}
export const EMPTY_HIRE: HireFields = { description: '', timeline: null, references: [] }

export const timelineOf = (words: unknown): Timeline | null =>
  TIMELINES.find((one) => one === words) ?? null

/** The draft of a request. It survives a failure and the visit to the card provider until the deposit is paid. */
export const hireDraft = (workId: string): DraftOptions<HireFields> => ({
  name: `hire.${workId}`,
  empty: EMPTY_HIRE,
  readFields: ({ description, timeline, references }) =>
    isText(description)
      ? {
          description,
          timeline: timelineOf(timeline),
          // Older drafts have none.
          references: Array.isArray(references) ? references.filter(isReference) : [],
        }
      : null,
})

/** Whether a stored reference can be shown and sent. */
const isReference = (stored: unknown): stored is BriefReference => {
  if (typeof stored !== 'object' || stored === null) return false
  const { kind, id, title, maker, picture, note, isAgainst } = stored as Partial<BriefReference>
  return (
    (kind === 'work' || kind === 'post') &&
    [id, title, note, maker?.firstName, maker?.lastName].every(isText) &&
    typeof isAgainst === 'boolean' &&
    (picture === null || Array.isArray(picture?.renditions))
  )
}

/** The problems of a request, as sentences by field. */
export function hireProblems({ description }: HireFields): Problems {
  const { length } = description.trim()
  if (!isFilled(description)) return { description: texts.wrong.missing }
  return length > MAX_PROJECT_TEXT ? { description: texts.wrong.long } : {}
}
