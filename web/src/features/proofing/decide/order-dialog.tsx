import { ArrowDown, ArrowUp } from 'lucide-react'
import { picksSheetUrl } from '@plinth/contract/proofing/decisions.ts'
import type { ProofRoom, ProofThing } from '@plinth/contract/proofing/rooms.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { decideTexts } from './decide-texts.ts'

const texts = decideTexts.picks

/** The picks in their order, with buttons for whoever may change it. */
export function OrderDialog({
  room,
  onMove,
  onClose,
}: {
  room: ProofRoom
  /** Null for whoever may not pick. */
  onMove: ((thing: ProofThing, by: number) => void) | null
  onClose: () => void
}) {
  const picked = room.picks.thingIds.flatMap((id) => room.things.find((one) => one.id === id) ?? [])
  return (
    <Dialog
      open
      onOpenChange={whenClosed(onClose)}
      title={onMove === null ? texts.titleOf((room.client ?? room.creator).firstName) : texts.title}
      {...(onMove === null ? {} : { description: texts.text })}
      width="narrow"
    >
      <ol className="picks-order">
        {picked.map((thing, at) => {
          const name = thing.versions[0]?.fileName ?? ''
          return (
            <li key={thing.id}>
              <span className="tnum">{at + 1}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              {onMove === null ? null : (
                <>
                  <IconButton
                    name={texts.up(name)}
                    aria-disabled={at === 0}
                    onClick={() => {
                      if (at > 0) onMove(thing, -1)
                    }}
                  >
                    <ArrowUp size={18} aria-hidden />
                  </IconButton>
                  <IconButton
                    name={texts.down(name)}
                    aria-disabled={at === picked.length - 1}
                    onClick={() => {
                      if (at < picked.length - 1) onMove(thing, 1)
                    }}
                  >
                    <ArrowDown size={18} aria-hidden />
                  </IconButton>
                </>
              )}
            </li>
          )
        })}
      </ol>
      <DialogFooter className="max-tablet:*:flex-1">
        <Button asChild>
          <a href={picksSheetUrl(room.id)} download>
            {texts.sheet}
          </a>
        </Button>
        <Button variant="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
