import '../../../styles/slip.css'
import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import { LATE_DAYS } from '@plinth/contract/limits.ts'
import { splitDeposit } from '@plinth/contract/money/split.ts'
import type { Milestone } from '@plinth/contract/projects/projects.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { price as sumOf } from '../../../lib/format/format.ts'
import { picksTexts } from '../../../lib/format/picks.ts'
import { inWordsFirst } from '../../../lib/format/numerals.ts'
import { SplitBar } from '../../../ui/layout/split-bar.tsx'

/** Text of a quote, the same in its dialog and in the conversation. */
const texts = {
  deposit: '50% deposit, on acceptance',
  balance: 'Balance, on approval',
  plinthKeeps: 'Plinth keeps',
  deliverBy: 'Final delivery by',
  steps: (count: number) => (count === 1 ? 'One step' : `${inWordsFirst(count)} steps`),
  rule: `Nothing is charged before the client accepts. Plinth holds the deposit until they approve the delivery. They can take it back if nothing is delivered ${LATE_DAYS} days after the agreed date.`,
} as const

export interface QuoteSumsProps {
  price: number
  /** A date; null until one is entered. */
  deliverBy: string | null
  /** How many of the delivered files are in the price; null for all of them. */
  picks: number | null
  milestones: readonly Milestone[]
}

/** A quote's deposit and balance, Plinth's share, and the milestones. */
export function QuoteSums({ price, deliverBy, picks, milestones }: QuoteSumsProps) {
  const { deposit, remainder } = splitDeposit(dollarsToCents(price) ?? 0)
  return (
    <>
      <SplitBar
        className="mt-4"
        parts={[
          { share: deposit, state: 'paid' },
          { share: remainder, state: 'due' },
        ]}
      />
      <dl className="mt-3.5">
        <Line what={texts.deposit} value={sumOf(deposit / 100)} />
        <Line what={texts.balance} value={sumOf(remainder / 100)} />
        <Line what={texts.plinthKeeps} value={sumOf(0)} />
        {deliverBy === null ? null : <Line what={texts.deliverBy} value={dayWords(deliverBy)} />}
        {picks === null ? null : <Line what={picksTexts.label} value={String(picks)} />}
      </dl>
      <QuoteSteps milestones={milestones} />
      <p className="slip-note mt-4">{texts.rule}</p>
    </>
  )
}

const QuoteSteps = ({ milestones }: Pick<QuoteSumsProps, 'milestones'>) =>
  milestones.length === 0 ? null : (
    <>
      <p className="display mt-4 text-16 text-paper-ink">{texts.steps(milestones.length)}</p>
      <ol className="mt-2">
        {milestones.map(({ title, due }, position) => (
          // oxlint-disable-next-line react/no-array-index-key -- two steps may be called the same
          <li key={position} className="slip-step">
            <span className="min-w-0 break-words">{title}</span>
            {due === null ? null : <strong className="tnum">{dayWords(due)}</strong>}
          </li>
        ))}
      </ol>
    </>
  )

const Line = ({ what, value }: { what: string; value: string }) => (
  <div className="slip-line">
    <dt>{what}</dt>
    <dd className="tnum">{value}</dd>
  </div>
)
