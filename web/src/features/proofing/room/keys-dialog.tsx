import { useId, useState } from 'react'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { areLetterKeysOn, setLetterKeys } from '../../../lib/browser/letters.ts'
import { Switch } from '../../../ui/form/switch.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { keysOf } from '../playing/playing-texts.ts'
import { texts } from './keys-texts.ts'

/** The keys of the room, and a switch for those of one letter. */
export function KeysDialog({ version, onClose }: { version: ProofVersion; onClose: () => void }) {
  const [areOn, setOn] = useState(areLetterKeysOn)
  const id = useId()
  return (
    <Dialog open onOpenChange={whenClosed(onClose)} title={texts.title} width="small">
      <dl className="proof-keys">
        {[...texts.list, ...keysOf(version)].map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="proof-keys-switch">
        <label htmlFor={id}>{texts.letters}</label>
        <Switch
          id={id}
          checked={areOn}
          onCheckedChange={(next) => {
            setOn(next)
            setLetterKeys(next)
          }}
        />
      </div>
    </Dialog>
  )
}
