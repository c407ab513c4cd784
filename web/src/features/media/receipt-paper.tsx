import { ArrowRight } from 'lucide-react'
import type { FileFacts, Receipt } from '@plinth/contract/media/media.ts'
import { texts } from './receipt-texts.ts'
import { linesOf, sizeOf, takenOutOf } from './receipt-words.ts'

/** What came in and what is kept, on paper. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { media, received, kept } = receipt
  const { list, rest } = takenOutOf(receipt)
  return (
    <section className="mt-5 py-5 px-6.5 rounded-badge bg-paper text-paper-ink">
      <div className="receipt-sides">
        <Side head={texts.in} name={media.fileName} facts={received} />
        <ArrowRight size={20} className="receipt-arrow" aria-hidden />
        <Side head={texts.kept} name={texts.same[media.kind]} facts={kept} />
      </div>
      <p className="receipt-taken">
        {list === null ? null : (
          <>
            <strong>{texts.takenOut}</strong> {list}{' '}
          </>
        )}
        {rest}
      </p>
    </section>
  )
}

const Side = ({ head, name, facts }: { head: string; name: string; facts: FileFacts }) => (
  <div className="min-w-0">
    <h3 className="receipt-head">{head}</h3>
    <p className="display text-18 leading-6">{name}</p>
    {linesOf(facts).map((line) => (
      <p key={line}>{line}</p>
    ))}
    <p className="tnum font-semibold">{sizeOf(facts)}</p>
  </div>
)
