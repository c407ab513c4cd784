import { TriangleAlert } from 'lucide-react'
import type { ProofOutbox, Unsent } from './outbox.ts'
import { texts as all } from '../proof-texts.ts'

const texts = all.comments

/** Comments and answers that are not sent yet, in the place where they will be. */
export const UnsentList = ({
  unsent,
  outbox,
}: {
  unsent: readonly Unsent[]
  outbox: ProofOutbox
}) =>
  unsent.map((one) => (
    <div key={one.id} className="proof-unsent">
      <p className="proof-comment-text">{one.text}</p>
      <p className="proof-unsent-line" role="status">
        {one.refusal === '' && !outbox.isWaiting() ? (
          texts.sending
        ) : (
          <>
            <TriangleAlert size={16} aria-hidden />
            {one.refusal === '' ? texts.notSent : one.refusal}
            <button type="button" className="proof-act" onClick={outbox.retry}>
              {texts.again}
            </button>
            {one.refusal === '' ? null : (
              <button type="button" className="proof-act" onClick={() => outbox.drop(one.id)}>
                {texts.drop}
              </button>
            )}
          </>
        )}
      </p>
    </div>
  ))
