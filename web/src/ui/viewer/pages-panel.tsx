import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { PdfReader } from '../../lib/media/pdf.ts'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { FilterTab } from '../layout/tabs.tsx'
import { usePages } from './use-pages.ts'
import { pagesTexts as texts, viewerTexts } from './viewer-texts.ts'
import { ZoomSteps } from './zoom-steps.tsx'

interface PagesPanelProps {
  title: string
  url: string
  stage: RefObject<HTMLDivElement | null>
  onClose: () => void
}

/** The reader's content: two bars and the page between them. */
export function PagesPanel({ title, url, stage, onClose }: PagesPanelProps) {
  const view = usePages(url, stage)
  const { page, pages, zoom, isFitted, state } = view
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (view.press(event.key)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const words = pages === null ? '' : texts.page(page, pages)
  return (
    <div className="viewer">
      <div className="viewer-bar">
        <p className="min-w-0 truncate text-16 font-semibold text-ink">{title}</p>
        <div role="group" aria-label={viewerTexts.zoom} className="viewer-zoom">
          <FilterTab active={isFitted} onClick={view.fit}>
            {viewerTexts.fit}
          </FilterTab>
          <FilterTab active={!isFitted && zoom === 1} onClick={() => view.zoomTo(1)}>
            {texts.whole}
          </FilterTab>
          <ZoomSteps zoom={zoom} onStep={view.step} />
        </div>
        <div className="flex justify-end">
          <IconButton name={viewerTexts.close} onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
      </div>
      <div
        ref={stage}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
        tabIndex={0}
        aria-label={texts.stage}
        className="pages-stage"
      >
        {view.reader === null || view.scale === null ? null : (
          <Page
            key={page}
            reader={view.reader}
            page={page}
            scale={view.scale}
            size={view.size}
            label={words}
            onFailed={view.onFailed}
          />
        )}
        {state === 'loading' ? (
          <p role="status" className="pages-message text-16 text-ink-2">
            {texts.loading}
          </p>
        ) : null}
        {state === 'failed' ? (
          <div role="alert" className="pages-message">
            <p className="text-16 text-ink">{texts.failed}</p>
            <Button className="mt-4" onClick={view.again}>
              {viewerTexts.again}
            </Button>
          </div>
        ) : null}
      </div>
      <div className="viewer-bar pages-foot">
        <IconButton
          name={texts.previous}
          tone="filled"
          disabled={page === 1}
          onClick={() => view.go(page - 1)}
        >
          <ChevronLeft size={20} aria-hidden />
        </IconButton>
        <p role="status" className="tnum min-w-32 text-center text-14 text-ink">
          {words}
        </p>
        <IconButton
          name={texts.next}
          tone="filled"
          disabled={pages === null || page === pages}
          onClick={() => view.go(page + 1)}
        >
          <ChevronRight size={20} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

interface PageProps {
  reader: PdfReader
  page: number
  scale: number
  /** At 100 percent. */
  size: { width: number; height: number }
  label: string
  onFailed: () => void
}

/** One page as a picture, with its words above it for selecting and for screen readers. */
function Page({ reader, page, scale, size, label, onFailed }: PageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const failed = useEffectEvent(onFailed)
  useEffect(() => {
    if (canvas.current === null || text.current === null) return undefined
    const drawing = reader.draw(page, { canvas: canvas.current, text: text.current, scale })
    drawing.done.catch(() => failed())
    return drawing.cancel
  }, [reader, page, scale])
  return (
    <div
      className="pages-page"
      style={{ width: size.width * scale, height: size.height * scale }}
      role="group"
      aria-label={label}
    >
      <canvas ref={canvas} aria-hidden />
      <div ref={text} className="pages-text" />
    </div>
  )
}
