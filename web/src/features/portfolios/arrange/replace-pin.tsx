import { useState } from 'react'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { replaceTexts as texts } from './arrange-texts.ts'
import type { ShownEntry } from './entry-view.ts'

interface ReplacePinProps {
  /** The work to pin; null while the dialog is closed. */
  one: ShownEntry | null
  pins: readonly ShownEntry[]
  onClose: () => void
  onReplace: (one: ShownEntry, pin: number) => void
}

/** Asks which pinned work a fourth one replaces. */
export function ReplacePin({ one, pins, onClose, onReplace }: ReplacePinProps) {
  const [shown, setShown] = useState(one)
  if (one !== null && one !== shown) setShown(one)
  return (
    <Dialog
      open={one !== null}
      onOpenChange={whenClosed(onClose)}
      title={texts.title}
      description={texts.line(shown?.title ?? '')}
      width="narrow"
    >
      <ul className="mt-5">
        {pins.map((pinned) => (
          <li key={pinned.id} className="arrange-beside">
            <div className="arrange-thumb">
              {pinned.image === null ? null : (
                <Picture picture={pictureSources(pinned.image)} alt="" sizes="72px" fit="cover" />
              )}
            </div>
            <p className="work-title min-w-0 flex-1 truncate text-16 text-ink">{pinned.title}</p>
            <Button
              onClick={() => {
                if (shown !== null && pinned.pin !== null) onReplace(shown, pinned.pin)
              }}
            >
              {texts.replace(pinned.title)}
            </Button>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
      </DialogFooter>
    </Dialog>
  )
}
