import { splitDeposit } from '@plinth/contract/money/split.ts'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import { price } from '../../../lib/format/format.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { texts } from './work-texts.ts'
import { HireButton, InquireButton, type Asked } from './ask-buttons.tsx'

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
        <p className="display text-32 text-ink">{texts.work.onInquiry}</p>
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

/** Buttons to hire a work's creator or ask about the work. */
export function AskButtons({ work, isMember }: { work: Asked; isMember: boolean }) {
  const hirable = isHirable(work.startingPrice)
  return (
    <div className="work-asking">
      <InquireButton work={work} isMember={isMember} primary={!hirable} />
      {hirable ? <HireButton work={work} isMember={isMember} /> : null}
    </div>
  )
}
