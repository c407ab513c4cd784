import { Link } from '@tanstack/react-router'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { askDialog } from '../../../lib/routing/dialog-search.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { texts } from '../portfolio-texts.ts'

type Asked = Pick<PortfolioItem, 'id' | 'creatorId' | 'title' | 'startingPrice'>

/** On the placard of a work: the way to hire its creator. Nobody hires themself. */
export function HireCreator({ work }: { work: Asked }) {
  const viewer = useViewer()
  if (viewer === null || viewer.id === work.creatorId) return null
  return (
    <Link
      {...askDialog(work)}
      aria-label={texts.card.hireFor(work.title)}
      className="placard-hire text-link hit"
    >
      {texts.card.hire}
    </Link>
  )
}
