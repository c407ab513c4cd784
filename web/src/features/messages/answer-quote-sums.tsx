import '../../styles/quote.css'
import { dollarsToCents } from '@plinth/contract/scalars.ts'
import { price as sumOf } from '../../lib/format.ts'
import { splitDeposit } from '../../lib/price.ts'
import { sumsTexts as texts } from './answer-sums-texts.ts'

/** A price in its halves, and what Plinth takes of it. */
export function QuoteSums({ price }: { price: number }) {
  const { deposit, remainder } = splitDeposit(dollarsToCents(price) ?? 0)
  return (
    <>
      <div aria-hidden className="quote-halves">
        <span />
        <span />
      </div>
      <dl className="mt-3.5">
        <Line what={texts.deposit} value={sumOf(deposit / 100)} />
        <Line what={texts.balance} value={sumOf(remainder / 100)} />
        <Line what={texts.plinthKeeps} value={sumOf(0)} />
      </dl>
    </>
  )
}

const Line = ({ what, value }: { what: string; value: string }) => (
  <div className="quote-line">
    <dt className="text-14">{what}</dt>
    <dd className="tnum text-16 font-semibold">{value}</dd>
  </div>
)
