import { Array as ListOf, Object as ObjectOf, String as Text } from 'typebox'
import { MAX_MILESTONES, MAX_MILESTONE_LENGTH } from '../limits.ts'
import { filledText, nullable } from '../http/scalars.ts'

/** A day without a clock time, as `2027-03-06`. */
export const Day = Text({ format: 'date' })

/** An agreed milestone. Kept apart from projects because messages use it too. */
export const Milestone = ObjectOf(
  { title: filledText(MAX_MILESTONE_LENGTH), due: nullable(Day) },
  { additionalProperties: false },
)
export const Milestones = ListOf(Milestone, { maxItems: MAX_MILESTONES })
