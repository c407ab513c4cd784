import { Link } from '@tanstack/react-router'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { price } from '../../../lib/format/format.ts'
import { hireDialog, inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { portfolioPath } from '../../../lib/routing/paths.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SignInLink } from '../../session/sign-in-link.tsx'
import { dialogAct } from '../../session/acts.ts'
import { texts } from './work-texts.ts'

export type Asked = Pick<PortfolioItem, 'id' | 'creatorId' | 'creator' | 'startingPrice'>

const actOf = (opens: ReturnType<typeof hireDialog>, { id, creator }: Asked) =>
  dialogAct(opens, portfolioPath(id), creator.firstName)

interface AskProps {
  work: Asked
  /** Visitors sign in first and come back to the form. */
  isMember: boolean
  className?: string
}

/** The button to hire a work's creator at its price. */
export const HireButton = ({ work, isMember, className = '' }: AskProps) => {
  const opens = hireDialog(work.id)
  const label = texts.work.hireFor(price(work.startingPrice ?? 0))
  return (
    <Button asChild variant="primary" size={52} className={`tnum ${className}`}>
      {isMember ? (
        <Link {...opens}>{label}</Link>
      ) : (
        <SignInLink act={actOf(opens, work)}>{label}</SignInLink>
      )}
    </Button>
  )
}

/** The button to ask about a work. */
export const InquireButton = ({
  work,
  isMember,
  primary = false,
  className = '',
}: AskProps & { primary?: boolean }) => {
  const opens = inquiryDialog(work.creatorId, work.id)
  return (
    <Button
      asChild
      variant={primary ? 'primary' : 'secondary'}
      {...(primary ? { size: 52 as const } : {})}
      className={className}
    >
      {isMember ? (
        <Link {...opens}>{texts.work.inquire}</Link>
      ) : (
        <SignInLink act={actOf(opens, work)}>{texts.work.inquire}</SignInLink>
      )}
    </Button>
  )
}
