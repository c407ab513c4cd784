import { Maximize, Minimize, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { AltBadge } from '../media/alt-badge.tsx'
import { Avatar } from '../layout/avatar.tsx'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { useMotionButton } from '../media/use-motion-button.tsx'
import { FilterTab } from '../layout/tabs.tsx'
import { useFullscreen } from '../media/use-fullscreen.ts'
import { viewerTexts, withFullStop, pixelSentence } from './viewer-texts.ts'
import { useViewport } from './use-viewport.ts'
import { ViewerImage, type OriginalState, type ViewedPicture } from './viewer-image.tsx'
import { ViewerMap } from './viewer-map.tsx'
import { fitZoom } from './zoom.ts'
import { ZoomSteps } from './zoom-steps.tsx'

const near = (one: number, other: number) => Math.abs(one - other) < 0.001

/** The picture shown, and who made it. */
export interface Viewed {
  title: string
  maker?: { name: string; src: string | null; creator: boolean } | undefined
  picture: ViewedPicture
}

interface ViewerPanelProps extends Viewed {
  stage: RefObject<HTMLDivElement | null>
  onClose: () => void
}

/** The viewer's content: two bars and the picture between them. */
export function ViewerPanel({ title, maker, picture, stage, onClose }: ViewerPanelProps) {
  const view = useViewport(picture, stage)
  const panel = useRef<HTMLDivElement>(null)
  const { isFull, toggle, isOffered } = useFullscreen(panel)
  const [original, setOriginal] = useState<OriginalState>(
    // Tiles load and unload with the visible part, so there is no moment when all are loaded.
    picture.tiles === undefined ? 'loading' : 'ready',
  )
  const [attempt, setAttempt] = useState(0)
  const [altShown, setAltShown] = useState(false)
  const motion = useMotionButton(picture.isAnimated)
  const { zoom } = view.viewport
  const fit = fitZoom(view.scene)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (view.press(event.key)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div ref={panel} className="viewer">
      <div className="viewer-bar">
        <div className="flex items-center gap-4 min-w-0">
          {maker ? <Avatar {...maker} size={40} /> : null}
          <div className="min-w-0">
            <p className="work-title truncate text-18 leading-6 text-ink">{title}</p>
            {maker ? <p className="truncate text-14 text-ink-3">{maker.name}</p> : null}
          </div>
        </div>
        <div role="group" aria-label={viewerTexts.zoom} className="viewer-zoom">
          <FilterTab active={near(zoom, fit) && fit !== 1} onClick={view.fit}>
            {viewerTexts.fit}
          </FilterTab>
          <FilterTab active={near(zoom, 1)} onClick={() => view.zoomAt(1)}>
            {viewerTexts.one}
          </FilterTab>
          <FilterTab active={near(zoom, 2)} onClick={() => view.zoomAt(2)}>
            {viewerTexts.two}
          </FilterTab>
          <ZoomSteps zoom={zoom} onStep={view.step} />
        </div>
        <div className="flex justify-end gap-1">
          {isOffered ? (
            <IconButton
              name={isFull ? viewerTexts.leaveFullscreen : viewerTexts.fullscreen}
              onClick={toggle}
            >
              {isFull ? <Minimize size={20} aria-hidden /> : <Maximize size={20} aria-hidden />}
            </IconButton>
          ) : null}
          <IconButton name={viewerTexts.close} onClick={onClose}>
            <X size={20} aria-hidden />
          </IconButton>
        </div>
      </div>
      <div
        ref={stage}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move what it shows
        tabIndex={0}
        aria-label={viewerTexts.stage}
        className="viewer-stage"
        {...view.handlers}
      >
        <ViewerImage
          picture={picture}
          viewport={view.viewport}
          scene={view.scene}
          state={original}
          attempt={attempt}
          isMoving={motion.isMoving}
          onState={setOriginal}
        />
      </div>
      <div className="viewer-bar viewer-foot">
        <div className="viewer-caption">
          {picture.alt === '' ? null : (
            <AltBadge open={altShown} onToggle={() => setAltShown(!altShown)} />
          )}
          {motion.button}
          {altShown ? (
            <p className="text-16 text-ink-3">
              <strong className="font-semibold text-ink">{withFullStop(picture.alt)}</strong>{' '}
              {maker ? viewerTexts.writtenBy(maker.name) : null}
            </p>
          ) : null}
        </div>
        <div className="viewer-pixels">
          <p className="tnum text-14 text-ink-3">{pixelSentence(picture, zoom)}</p>
          {original === 'loading' ? (
            <p role="status" className="text-14 text-ink-2">
              {viewerTexts.loading}
            </p>
          ) : null}
          {original === 'smaller' ? (
            <p role="status" className="text-14 text-ink-2">
              {viewerTexts.smallerCopy}
            </p>
          ) : null}
          {original === 'failed' ? (
            <p role="alert" className="text-14 text-danger">
              {picture.tiles === undefined ? viewerTexts.failed : viewerTexts.failedParts}{' '}
              <Button
                variant="quiet"
                className="text-link h-auto px-0"
                onClick={() => {
                  setOriginal(picture.tiles === undefined ? 'loading' : 'ready')
                  setAttempt(attempt + 1)
                }}
              >
                {viewerTexts.again}
              </Button>
            </p>
          ) : null}
        </div>
        <ViewerMap
          src={picture.map}
          viewport={view.viewport}
          scene={view.scene}
          onShow={view.show}
        />
      </div>
    </div>
  )
}
