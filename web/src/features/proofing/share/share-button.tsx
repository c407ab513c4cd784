import { Link as LinkIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { texts as all } from '../proof-texts.ts'

const texts = all.room

const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}))

/** Opens what makes links to a room. On phones it is an icon. */
export function ShareButton({ room }: { room: ProofRoom }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        className="share-button"
        aria-label={texts.share}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <LinkIcon size={18} aria-hidden />
        <span>{texts.share}</span>
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <ShareDialog room={room} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
