import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { isHirable } from '../../lib/format/hirable.ts'
import { hirePath, inquiryPath } from '../../lib/routing/dialog-search.ts'
import { portfolioPath } from '../../lib/routing/paths.ts'
import type { MemberAct } from '../session/use-member-act.ts'

export type Asked = Pick<PortfolioItem, 'id' | 'creatorId' | 'creator' | 'title' | 'startingPrice'>

/** What a visitor wants who presses the button to hire. */
export const hireAct = ({ id, creator }: Asked): MemberAct => ({
  kind: 'open',
  path: hirePath(portfolioPath(id), id),
  name: creator.firstName,
  for: 'hire',
})

export const inquiryAct = ({ id, creatorId, creator }: Asked): MemberAct => ({
  kind: 'open',
  path: inquiryPath(portfolioPath(id), creatorId, id),
  name: creator.firstName,
  for: 'inquire',
})

/** To hire for a work with a price, or else to ask about it. */
export const askAct = (work: Asked): MemberAct =>
  isHirable(work.startingPrice) ? hireAct(work) : inquiryAct(work)
