import './share.css'
import { useState } from 'react'
import type { MadeProofLink } from '@plinth/contract/proofing/links.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { Dialog, DialogClose, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { LinkForm } from './link-form.tsx'
import { LinkList } from './link-list.tsx'
import { MadeLink } from './made-link.tsx'
import { texts } from './share-texts.ts'

interface ShareDialogProps {
  room: ProofRoom
  open: boolean
  onClose: () => void
}

/** Makes links that open a room to guests, and shows those that there are. */
export const ShareDialog = ({ room, open, onClose }: ShareDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.title}
    titleHidden
    width="large"
    bare
  >
    <Content room={room} onClose={onClose} />
  </Dialog>
)

function Content({ room, onClose }: Omit<ShareDialogProps, 'open'>) {
  const [made, setMade] = useState<MadeProofLink | null>(null)
  return (
    <div className="share">
      <section className="share-form" aria-label={texts.title}>
        {made === null ? (
          <>
            <p aria-hidden className="display text-32 text-ink">
              {texts.title}
            </p>
            <p className="text-14 text-ink-2">{texts.intro}</p>
            <LinkForm room={room} onMade={setMade} onClose={onClose} />
          </>
        ) : (
          <MadeLink link={made} onAnother={() => setMade(null)} onClose={onClose} />
        )}
      </section>
      <LinkList room={room} />
      <DialogClose className="share-close" />
    </div>
  )
}
