import { Link } from '@tanstack/react-router'
import type { PortfolioItem } from '@plinth/contract/portfolios.ts'
import { loginUrl } from '@plinth/contract/urls.ts'
import { portfolioPath } from '../../lib/paths.ts'
import { inquiryPath, overInquiry } from '../../lib/write-search.ts'
import { Button } from '../../ui/button.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { texts } from './portfolio-texts.ts'

type Asked = Pick<PortfolioItem, 'id' | 'creatorId' | 'title'>

/** Where one decides: asks the creator of a work about it. A visitor signs in first and comes back to the form. */
export const InquiryButton = ({ work, isMember }: { work: Asked; isMember: boolean }) => (
  <Button asChild variant="primary" size={52} className="mt-5 w-full max-tablet:mt-3">
    {isMember ? (
      <Link {...overInquiry(work.creatorId, work.id)}>{texts.work.inquire}</Link>
    ) : (
      <a href={loginUrl(inquiryPath(portfolioPath(work.id), work.creatorId, work.id))}>
        {texts.work.inquire}
      </a>
    )}
  </Button>
)

/** On the placard of a work that is made on inquiry: the way to hire its creator. Nobody hires themself. */
export function HireCreator({ work }: { work: Asked }) {
  const viewer = useViewer()
  if (viewer === null || viewer.id === work.creatorId) return null
  return (
    <Link
      {...overInquiry(work.creatorId, work.id)}
      aria-label={texts.card.hireFor(work.title)}
      className="placard-hire text-link hit"
    >
      {texts.card.hire}
    </Link>
  )
}
