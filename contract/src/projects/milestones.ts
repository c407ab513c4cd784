import { Array as ListOf, String as Text } from 'typebox'
import { MAX_MILESTONES, MAX_MILESTONE_LENGTH } from '../limits.ts'
import { words } from '../http/words.ts'
import { filledText, nullable, exact } from '../http/scalars.ts'

/** A day without a clock time, as `2027-03-06`. */
export const Day = Text({ format: 'date' })

/** An agreed milestone. Kept apart from projects because messages use it too. */
export const Milestone = exact({
  title: filledText(MAX_MILESTONE_LENGTH, words('milestone title')),
  due: nullable(Text(words('milestone date', { format: 'date' }))),
})
export const Milestones = ListOf(Milestone, { maxItems: MAX_MILESTONES })
