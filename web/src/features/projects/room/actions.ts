import type { ProjectAction } from '@plinth/contract/projects/project-states.ts'
import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { depositOf } from '../actions/split-rules.ts'
import { otherOf } from '../project-texts.ts'
import { decisionOf, type Decision } from './room-state.ts'
import { texts } from './room-texts.ts'

/** An action that is confirmed in a dialog. */
export type ActionRequest =
  | {
      what:
        | 'accept'
        | 'decline'
        | 'withdraw'
        | 'takeBack'
        | 'requestRevision'
        | 'complete'
        | 'offer'
        | 'proposeDate'
        | 'proposeChange'
        | 'proposeCancel'
        | 'dispute'
    }
  | { what: 'acceptOffer'; offer: Offer }
export type ActionName = Exclude<ActionRequest['what'], 'acceptOffer'>

interface MenuAction {
  what: ActionName
  words: string
  /** Whether it ends something. */
  isHard: boolean
}

const ORDER = [
  'offer',
  'proposeDate',
  'proposeChange',
  'proposeCancel',
  'takeBack',
  'dispute',
  'withdraw',
  'decline',
] as const satisfies readonly (ProjectAction & ActionName)[]
const HARD: ReadonlySet<ActionName> = new Set(['proposeCancel', 'dispute', 'withdraw', 'decline'])

/** The actions that the viewer may take, except the main decision, which has its own button. */
export function menuOf(project: Pick<Project, 'actions' | 'status' | 'money'>): MenuAction[] {
  return ORDER.filter((what) => project.actions.includes(what) && !isInPanel(what, project)).map(
    (what) => ({
      what,
      words: wordsOf(what, project),
      isHard: HARD.has(what),
    }),
  )
}

/** The viewer's statement is requested next to the other side's. */
const isInPanel = (what: ActionName, { status }: Pick<Project, 'status'>) =>
  what === 'dispute' && status === 'disputed'

function wordsOf(what: (typeof ORDER)[number], { money }: Pick<Project, 'money'>): string {
  const { actions } = texts
  return what === 'takeBack' ? actions.takeBack(price(money.held)) : actions[what]
}

/** What a button says that accepts this offer. */
export function acceptLabel({ role }: Pick<Project, 'role'>, offer: Offer): string {
  const { offers } = texts
  if (offer.kind === 'cancel') return offers.acceptCancel
  if (offer.kind === 'change') return offers.acceptChange(price(offer.price ?? 0))
  if (offer.kind === 'date') {
    return offers.acceptDate(offer.deliverBy === null ? '' : dayWords(offer.deliverBy))
  }
  return role === 'client' ? offers.acceptTerms(depositOf(offer)) : offers.acceptTermsCreator
}

/** The one button that stays in view on phones. */
export type Pinned =
  | { what: 'decision'; words: string; decision: Decision }
  | { what: 'offer'; words: string; offer: Offer }
  | { what: 'review'; words: string }

/** What matters now: the main decision, otherwise terms to accept, otherwise the review; null if none of them. */
export function pinnedOf(project: Project): Pinned | null {
  const decision = decisionOf(project)
  if (decision !== null) return { what: 'decision', words: decision.short, decision }
  const { role, offers, actions } = project
  const offer = offers.find(
    ({ kind, state, by }) => kind === 'terms' && state === 'open' && role !== null && by !== role,
  )
  if (offer !== undefined) return { what: 'offer', words: acceptLabel(project, offer), offer }
  if (!actions.includes('review')) return null
  return { what: 'review', words: texts.actions.review(otherOf(project).firstName) }
}
