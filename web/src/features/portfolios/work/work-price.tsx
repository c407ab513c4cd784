import { splitDeposit } from '@plinth/contract/money/split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import { Link } from '@tanstack/react-router'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { price } from '../../../lib/format/format.ts'
import { portfolioPath } from '../../../lib/routing/paths.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { hirePath, inquiryPath } from '../../../lib/routing/dialog-search.ts'
import { hireDialog, inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { SignInLink } from '../../session/sign-in-link.tsx'
import { texts } from '../portfolio-texts.ts'
import { aboutWork } from '../wall/work-counts.tsx'

function Half({ cents, words, tone }: { cents: number; words: string; tone: string }) {
  return (
    <li className="min-w-0 flex-1">
      <span className={`block h-[3px] ${tone}`} aria-hidden />
      <span className="mt-3 block text-14 text-ink-2">
        <strong className="tnum font-semibold text-ink">{price(cents / 100)}</strong> {words}
      </span>
    </li>
  )
}

/** The starting price with its two payments, or that the price is on inquiry. */
export function WorkPrice({ dollars }: { dollars: number | null }) {
  if (dollars === null) {
    return (
      <div>
        <p className="display text-32 text-ink">{texts.card.onInquiry}</p>
        <p className="mt-2 text-14 text-ink-2">{texts.work.onInquiryNote}</p>
      </div>
    )
  }
  const { deposit, remainder } = splitDeposit(dollarsToCents(dollars) ?? 0)
  return (
    <div>
      <p className="text-14 text-ink-3">{texts.work.startingPrice}</p>
      <p className="display text-[3.25rem] leading-[1.1] max-laptop:text-[1.75rem] tnum text-ink">
        {price(dollars)}
      </p>
      <p className="mt-3 text-14 text-ink max-tablet:mt-1">{texts.work.depositNote}</p>
      <ul className="mt-3 flex gap-1.5 max-tablet:hidden">
        <Half cents={deposit} words={texts.work.now} tone="bg-lamp" />
        <Half cents={remainder} words={texts.work.later} tone="bg-line-strong" />
      </ul>
    </div>
  )
}

/** Buttons to hire a work's creator or ask about the work. Visitors sign in first and come back to the form. */
export function AskButtons({ work, isMember }: { work: PortfolioItem; isMember: boolean }) {
  const { id, creatorId, startingPrice } = work
  const here = portfolioPath(id)
  const name = work.creator.firstName
  const about = aboutWork(work)
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
          <SignInLink
            act={{
              kind: 'open',
              for: 'inquire',
              name,
              path: inquiryPath(here, creatorId, id),
              about,
            }}
          >
            {texts.work.inquire}
          </SignInLink>
        )}
      </Button>
      {hirable ? (
        <Button asChild variant="primary" size={52} className="tnum">
          {isMember ? (
            <Link {...hireDialog(id)}>{texts.work.hireFor(price(startingPrice))}</Link>
          ) : (
            <SignInLink act={{ kind: 'open', for: 'hire', name, path: hirePath(here, id), about }}>
              {texts.work.hireFor(price(startingPrice))}
            </SignInLink>
          )}
        </Button>
      ) : null}
    </div>
  )
}
