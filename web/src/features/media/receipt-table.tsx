import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { Receipt } from '@plinth/contract/media/media.ts'
import { isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { bytes } from '../../lib/format/format.ts'
import { useTryAgain } from './receipt-api.ts'
import { texts, noteOf, sideBySide } from './receipt-texts.ts'

type Rendition = Receipt['made'][number]

/** A table of all renditions and their states. */
export function ReceiptTable({ receipt }: { receipt: Receipt }) {
  const { media, made } = receipt
  const note = noteOf(receipt)
  return (
    <>
      {made.length === 0 ? null : (
        <table className="receipt-table tnum">
          <thead>
            <tr>
              <th scope="col">{texts.made.head}</th>
              <th scope="col">{texts.made.pixels}</th>
              <th scope="col">{texts.made.bytes}</th>
              <th scope="col">{texts.made.state}</th>
            </tr>
          </thead>
          <tbody>
            {made.map((file) => (
              <Row key={file.name} file={file} />
            ))}
          </tbody>
        </table>
      )}
      <Failed
        id={media.id}
        sentence={media.state === 'failed' ? media.failure : receipt.failure}
        canRetry={receipt.canRetry}
      />
      {note === null ? null : (
        <p role="status" className="text-14 mt-5 text-ink-3">
          {note}
        </p>
      )}
    </>
  )
}

const Row = ({
  file: { label, format, width, height, bytes: size, state },
}: {
  file: Rendition
}) => (
  <tr>
    <th scope="row">
      {label}, {format}
    </th>
    <td>{width === null || height === null ? texts.made.none : sideBySide(width, height)}</td>
    <td>{size === null ? texts.made.notYet : bytes(size)}</td>
    <td>
      <span className="receipt-state" data-state={state}>
        {state === 'ready' ? <CircleCheck size={16} aria-hidden /> : null}
        {state === 'processing' ? (
          <LoaderCircle size={16} className="animate-[spin_1s_linear_infinite]" aria-hidden />
        ) : null}
        {state === 'failed' ? <TriangleAlert size={16} aria-hidden /> : null}
        {texts.states[state]}
      </span>
    </td>
  </tr>
)

function Failed({
  id,
  sentence,
  canRetry,
}: {
  id: string
  sentence: string | null
  canRetry: boolean
}) {
  const again = useTryAgain(id)
  const refused = again.error && !isUnauthorized(again.error) ? again.error : null
  if (sentence === null && refused === null) return null
  return (
    <p
      role="alert"
      className="receipt-failure text-14 flex items-start gap-y-2 gap-x-3 mt-4 text-danger"
    >
      <TriangleAlert size={16} aria-hidden />
      <span className="min-w-0 flex-1">
        {refused === null ? sentence : sentenceOf(refused, texts.retryFailed)}
      </span>
      {canRetry ? (
        <button
          type="button"
          className="text-link hit"
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          {again.isPending ? texts.trying : texts.tryAgain}
        </button>
      ) : null}
    </p>
  )
}
