import './viewer.css'
import { useRef } from 'react'
import { viewerPicture } from '../../lib/media/viewer.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { ViewerPanel, type Viewed } from './viewer-panel.tsx'
import { viewerTexts } from './viewer-texts.ts'

interface PictureViewerProps extends Omit<Viewed, 'picture'> {
  picture: Parameters<typeof viewerPicture>[0]
  onClose: () => void
}

/** A dialog that shows a picture at one image pixel per screen pixel, with nothing over it. */
export function PictureViewer({ title, maker, picture, onClose }: PictureViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
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
      <ViewerPanel
        title={title}
        maker={maker}
        picture={viewerPicture(picture)}
        stage={stage}
        onClose={onClose}
      />
    </Dialog>
  )
}
