import type { ReactNode } from 'react'
import { price as sumOf } from '../../../lib/format/format.ts'
import { answerTexts } from './answer-texts.ts'

const texts = answerTexts.quote

interface QuotePaperProps {
  /** Null while none is named. */
  price: number | null
  /** The price in its halves and what is done by when, as the conversation shows it. */
  sums: ReactNode
  note: string
  from: string
  /** `20 Nov`. */
  date: string
}

/** A quote as the client sees it. */
export const QuotePaper = ({ price, sums, note, from, date }: QuotePaperProps) => (
  <section aria-label={texts.paper} className="slip">
    <div className="slip-head">
      <h3 className="display text-24 text-paper-ink">{texts.paper}</h3>
      <p className="slip-aside">{texts.from(from, date)}</p>
    </div>
    {price === null ? (
      <p className="display mt-2 text-20 text-paper-ink-2">{texts.noPrice}</p>
    ) : (
      <>
        <p className="display slip-sum tnum">{sumOf(price)}</p>
        {sums}
      </>
    )}
    {note.trim() === '' ? null : (
      <p className="mt-4 text-14 break-words whitespace-pre-line">{note.trim()}</p>
    )}
  </section>
)
