import { Array as ListOf, Boolean as Flag, Enum, Optional } from 'typebox'
import { Day, Id, exact } from '../http/scalars.ts'
import { MAX_SHOWN_FILES } from '../limits.ts'
import { projectStep } from './project-calls.ts'
import { SHOWING_ANSWERS } from './projects.ts'

export const askToShow = projectStep(
  'ask-to-show',
  'Ask the client of a completed project whether it may be shown. The creator asks once.',
  exact({}),
)

export const answerShowing = projectStep(
  'answer-showing',
  'Say whether and from when the creator may show a completed project. The client can change it until the creator has made a work of it.',
  exact({
    answer: Enum([...SHOWING_ANSWERS]),
    /** With `later`, and with nothing else. */
    showFrom: Optional(Day),
    namesClient: Optional(Flag()),
  }),
)

export const showInPortfolio = projectStep(
  'show-in-portfolio',
  'Make a draft of delivered files that the client lets the creator show. The first one is its cover. The room names the draft.',
  exact({
    fileIds: ListOf(Id, { minItems: 1, maxItems: MAX_SHOWN_FILES, uniqueItems: true }),
  }),
)
