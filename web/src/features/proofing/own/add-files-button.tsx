import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { texts as all } from '../proof-texts.ts'

const texts = all.room

const AddFiles = lazy(async () => ({ default: (await import('./add-files.tsx')).AddFiles }))

/** Opens what puts more files into a room of one's own. On phones it is an icon. */
export function AddFilesButton({ room, viewerId }: { room: ProofRoom; viewerId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        className="share-button"
        aria-label={texts.addFiles}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <Plus size={18} aria-hidden />
        <span>{texts.addFiles}</span>
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <AddFiles room={room} viewerId={viewerId} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
