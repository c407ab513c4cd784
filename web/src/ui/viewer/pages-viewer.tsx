import './viewer.css'
import './pages.css'
import { useRef } from 'react'
import { Dialog, whenClosed } from '../overlay/dialog.tsx'
import { PagesPanel } from './pages-panel.tsx'
import { pagesTexts } from './viewer-texts.ts'

interface PagesViewerProps {
  title: string
  /** The address of the PDF. */
  url: string
  onClose: () => void
}

/** A dialog that shows a PDF page by page. The document is loaded when it opens. */
export function PagesViewer({ title, url, onClose }: PagesViewerProps) {
  const stage = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      onOpenChange={whenClosed(onClose)}
      title={pagesTexts.title(title)}
      titleHidden
      bare
      className="viewer-sheet"
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        stage.current?.focus()
      }}
    >
      <PagesPanel title={title} url={url} stage={stage} onClose={onClose} />
    </Dialog>
  )
}
