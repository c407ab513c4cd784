import { Link } from '@tanstack/react-router'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { loginUrl } from '@plinth/contract/http/urls.ts'
import { price } from '../../../lib/format/format.ts'
import { portfolioPath } from '../../../lib/routing/paths.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import {
  hirePath,
  inquiryPath,
  hireDialog,
  inquiryDialog,
} from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { texts } from '../portfolio-texts.ts'

type Asked = Pick<PortfolioItem, 'id' | 'creatorId' | 'title' | 'startingPrice'>

/** Where one decides: hires the creator of a work, or asks about it. A visitor signs in first and comes back to the form. */
export function AskButtons({ work, isMember }: { work: Asked; isMember: boolean }) {
  const { id, creatorId, startingPrice } = work
  const here = portfolioPath(id)
  const hirable = isHirable(startingPrice)
  return (
    <div className="work-asking">
      <Button
        asChild
        variant={hirable ? 'secondary' : 'primary'}
        size={52}
        className={hirable ? 'bg-surface-3! hover:bg-line!' : ''}
      >
        {isMember ? (
          <Link {...inquiryDialog(creatorId, id)}>{texts.work.inquire}</Link>
        ) : (
          <a href={loginUrl(inquiryPath(here, creatorId, id))}>{texts.work.inquire}</a>
        )}
      </Button>
      {hirable ? (
        <Button asChild variant="primary" size={52} className="tnum">
          {isMember ? (
            <Link {...hireDialog(id)}>{texts.work.hireFor(price(startingPrice))}</Link>
          ) : (
            <a href={loginUrl(hirePath(here, id))}>{texts.work.hireFor(price(startingPrice))}</a>
          )}
        </Button>
      ) : null}
    </div>
  )
}
