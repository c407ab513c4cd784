import { Array as ListOf, String as Text } from 'typebox'
import { MAX_MILESTONES, MAX_MILESTONE_LENGTH } from '../limits.ts'
import { words } from '../http/words.ts'
import { DAY, filledText, nullable, exact } from '../http/scalars.ts'

/** An agreed milestone. Kept apart from projects because messages use it too. */
export const Milestone = exact({
  title: filledText(MAX_MILESTONE_LENGTH, words('milestone title')),
  due: nullable(Text(words('milestone date', DAY))),
})
export const Milestones = ListOf(Milestone, { maxItems: MAX_MILESTONES })
