import type { ProofRoom, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { useBindVersion } from '../proof-api.ts'
import { texts as all } from '../proof-texts.ts'
import { proposedFor } from './likeness-rules.ts'
import { texts } from './likeness-texts.ts'

interface LikenessLineProps {
  room: ProofRoom
  version: ProofVersion
  /** Gets what was decided, in words. */
  onDecided: (done: string) => void
}

/** Asks once whether the shown file is a newer version of what it looks like. */
export function LikenessLine({ room, version, onDecided }: LikenessLineProps) {
  const bind = useBindVersion(room.id)
  const proposed = proposedFor(room, version)
  const decide = async (thingId: string | null, done: string) => {
    if (bind.isPending) return
    try {
      // Once the room is known to be decided, this line is gone, and with it what `mutate` would call.
      await bind.mutateAsync({ versionId: version.id, thingId })
    } catch (error) {
      showError(texts.failed, refusedOr(error, all.comments.failed))
      return
    }
    // The buttons go, and with them the place where the keyboard was.
    document.getElementById('main')?.focus({ preventScroll: true })
    onDecided(done)
  }
  const busy = (thingId: string | null) =>
    bind.isPending && bind.variables.thingId === thingId && all.comments.sending
  if (proposed === null) return null
  return (
    <div className="proof-newer">
      <p role="status" className="wrap-anywhere">
        {texts.looks} <em>{proposed.fileName}</em>.
      </p>
      <div className="proof-likeness">
        <Button
          busy={busy(proposed.id)}
          onClick={() => void decide(proposed.id, texts.made(version.fileName, proposed.number))}
        >
          {texts.make(proposed.number)}
        </Button>
        <Button
          variant="quiet"
          busy={busy(null)}
          onClick={() => void decide(null, texts.parted(version.fileName))}
        >
          {texts.isNew}
        </Button>
      </div>
    </div>
  )
}
