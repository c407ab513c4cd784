import type { ProjectAction } from '@plinth/contract/projects/project-states.ts'
import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { price } from '../../../lib/format/format.ts'
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
