import { getCase, getOwnCase, type CaseKind } from '@plinth/contract/moderation/cases.ts'
import { answerOf } from '../../lib/cache/answers.ts'

export type ContentKind = Exclude<CaseKind, 'dispute'>

export const ownCaseQuery = (kind: CaseKind, id: string) =>
  answerOf(getOwnCase, { params: { kind, id } })

/** Opening it is logged, so it is read when the page opens and after a decision, and not in between. */
export const contentCaseQuery = (kind: ContentKind, id: string) => ({
  ...answerOf(getCase, { params: { kind, id } }),
  staleTime: Infinity,
})
