import { useId, useState } from 'react'
import { areLetterKeysOn, setLetterKeys } from '../../../lib/browser/letters.ts'
import { Switch } from '../../../ui/form/switch.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { texts } from '../proof-texts.ts'

/** The keys of the room, and a switch for those of one letter. */
export function KeysDialog({
  more,
  onClose,
}: {
  /** Keys of the shown medium. */
  more: readonly (readonly [key: string, does: string])[]
  onClose: () => void
}) {
  const [areOn, setOn] = useState(areLetterKeysOn)
  const id = useId()
  return (
    <Dialog open onOpenChange={whenClosed(onClose)} title={texts.keys.title} width="small">
      <dl className="proof-keys">
        {[...texts.keys.list, ...more].map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className="proof-keys-switch">
        <label htmlFor={id}>{texts.keys.letters}</label>
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
