import { useState } from 'react'
import type { ProofRoom, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { useBindVersion } from '../proof-api.ts'
import { texts as all } from '../proof-texts.ts'
import { proposedFor } from './likeness-rules.ts'

const texts = all.likeness

interface LikenessLineProps {
  room: ProofRoom
  version: ProofVersion
  onDecided: () => void
}

/** Asks once whether the shown file is a newer version of what it looks like. */
export function LikenessLine({ room, version, onDecided }: LikenessLineProps) {
  const bind = useBindVersion(room.id)
  const [said, setSaid] = useState('')
  const proposed = proposedFor(room, version)
  const decide = (thingId: string | null, done: string) => {
    if (bind.isPending) return
    bind.mutate(
      { versionId: version.id, thingId },
      {
        onSuccess: () => {
          setSaid(done)
          // The buttons go, and with them the place where the keyboard was.
          document.getElementById('main')?.focus({ preventScroll: true })
          onDecided()
        },
        onError: (error) => showError(all.bind.failed, refusedOr(error, all.comments.failed)),
      },
    )
  }
  const busy = (thingId: string | null) =>
    bind.isPending && bind.variables.thingId === thingId && all.comments.sending
  return (
    <div className={proposed === null ? undefined : 'proof-newer'}>
      <p role="status" className={proposed === null ? 'sr-only' : 'wrap-anywhere'}>
        {proposed === null ? (
          said
        ) : (
          <>
            {texts.looks} <em>{proposed.fileName}</em>.
          </>
        )}
      </p>
      {proposed === null ? null : (
        <div className="proof-likeness">
          <Button
            busy={busy(proposed.id)}
            onClick={() => decide(proposed.id, texts.made(version.fileName, proposed.number))}
          >
            {texts.make(proposed.number)}
          </Button>
          <Button
            variant="quiet"
            busy={busy(null)}
            onClick={() => decide(null, texts.parted(version.fileName))}
          >
            {texts.isNew}
          </Button>
        </div>
      )}
    </div>
  )
}
