import { useMemo } from 'react'
import type { GuestPass } from '@plinth/contract/proofing/links.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { readUnsent } from '../comments/outbox.ts'
import { outboxKey } from '../comments/use-outbox.ts'
import { GuestFrame } from './guest-frame.tsx'
import { texts } from './guest-texts.ts'

/** Says that a link has ended, and shows what the guest wrote and could not send. */
export function GuestEnded({ line, pass }: { line: string; pass: GuestPass | null }) {
  const unsent = useMemo(
    () => (pass === null ? [] : readUnsent(localStorage, outboxKey(pass.roomId, pass.guestId))),
    [pass],
  )
  return (
    <GuestFrame title={texts.tab}>
      <main id="main" tabIndex={-1} className="guest-said">
        <h2 className="display text-24 text-ink">{texts.ended}</h2>
        <p className="mt-3 text-ink-2">{line}</p>
        {unsent.length === 0 ? null : (
          <section className="mt-8">
            <h3 className="text-14 font-semibold text-ink">{texts.unsent}</h3>
            <ul className="guest-unsent">
              {unsent.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          </section>
        )}
      </main>
    </GuestFrame>
  )
}

/** There is no such link, or its address was cut. */
export const GuestMissing = () => (
  <GuestFrame title={texts.tab}>
    <main id="main" tabIndex={-1} className="guest-said">
      <h2 className="display text-24 text-ink">{texts.missing}</h2>
      <p className="mt-3 text-ink-2">{texts.missingLine}</p>
    </main>
  </GuestFrame>
)

export const GuestLoading = () => (
  <GuestFrame title={texts.tab}>
    <main id="main" tabIndex={-1} className="guest-said">
      <div role="status" aria-label={texts.loading}>
        <Skeleton className="h-120" />
      </div>
    </main>
  </GuestFrame>
)
