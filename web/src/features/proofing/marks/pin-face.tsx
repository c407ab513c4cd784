import { Check } from 'lucide-react'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'

/** The number of a mark, or a tick once it is done. */
export const PinFace = ({
  mark: { number, state },
}: {
  mark: Pick<ProofMark, 'number' | 'state'>
}) => (
  <span className="proof-pin-face tnum" aria-hidden>
    {state === 'open' ? number : <Check size={16} strokeWidth={2.5} />}
  </span>
)
