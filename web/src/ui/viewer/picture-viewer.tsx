import './viewer.css'
import { useRef } from 'react'
import { closerLook } from '../../lib/media/viewer.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { ViewerRoom, type Viewed } from './viewer-panel.tsx'
import { viewerTexts } from './viewer-texts.ts'

interface PictureViewerProps extends Omit<Viewed, 'picture'> {
  picture: Parameters<typeof closerLook>[0]
  onClose: () => void
}

/** A picture from edge to edge, at one image pixel per screen pixel. Nothing lies on it. */
export function PictureViewer({ title, maker, picture, onClose }: PictureViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      title={viewerTexts.title(title)}
      titleHidden
      bare
      className="viewer-sheet"
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        stage.current?.focus()
      }}
    >
      <ViewerRoom
        title={title}
        maker={maker}
        picture={closerLook(picture)}
        stage={stage}
        onClose={onClose}
      />
    </Dialog>
  )
}
