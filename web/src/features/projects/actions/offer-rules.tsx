import type { Offer, Project } from '@plinth/contract/projects/projects.ts'
import { depositRules, depositRulesTitle } from '../../../lib/format/deposit-rules.ts'
import { RuleFold } from '../../../ui/layout/rule-list.tsx'
import { depositOf } from './split-rules.ts'

/** The rules for the deposit of this offer. */
export const OfferRules = ({ project, offer }: { project: Project; offer: Offer }) => (
  <RuleFold
    title={depositRulesTitle}
    rules={depositRules(project.creator.firstName, depositOf(offer))}
  />
)
