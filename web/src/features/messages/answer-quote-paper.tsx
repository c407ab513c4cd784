import type { ReactNode } from 'react'
import type { Timeline } from '@plinth/contract/inquiry-terms.ts'
import { price as sumOf } from '../../lib/format.ts'
import { answerTexts } from './answer-texts.ts'

const texts = answerTexts.quote

interface QuotePaperProps {
  /** Null while none is named. */
  price: number | null
  /** The price in its halves, as the conversation shows it. */
  renderSums: (price: number) => ReactNode
  timeline: Timeline | null
  note: string
  from: string
  /** `20 Nov`. */
  date: string
}

/** A quote as the client sees it. */
export const QuotePaper = ({ price, renderSums, timeline, note, from, date }: QuotePaperProps) => (
  <section aria-label={texts.paper} className="quote-paper">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 className="display text-24 text-paper-ink">{texts.paper}</h3>
      <p className="text-13 text-paper-ink-2">{texts.from(from, date)}</p>
    </div>
    {price === null ? (
      <p className="display mt-2 text-20 text-paper-ink-2">{texts.noPrice}</p>
    ) : (
      <>
        <p className="display quote-sum tnum">{sumOf(price)}</p>
        {renderSums(price)}
      </>
    )}
    {timeline === null ? null : (
      <dl className="quote-line">
        <dt className="text-14">{texts.timeline}</dt>
        <dd className="tnum text-16 font-semibold">{timeline}</dd>
      </dl>
    )}
    {note.trim() === '' ? null : (
      <p className="mt-4 text-14 break-words whitespace-pre-line">{note.trim()}</p>
    )}
  </section>
)
