import '../../styles/viewer.css'
import { useRef } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { viewerTexts } from './viewer-texts.ts'
import { ViewerRoom } from './viewer-room.tsx'

/** The picture from edge to edge, at one image pixel per screen pixel. Nothing lies on it. */
export function WorkViewer({ work, onClose }: { work: PortfolioItem; onClose: () => void }) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      title={viewerTexts.title(work.title)}
      titleHidden
      bare
      className="viewer-sheet"
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        stage.current?.focus()
      }}
    >
      <ViewerRoom work={work} stage={stage} onClose={onClose} />
    </Dialog>
  )
}
