import { Maximize, Minimize, Minus, Plus, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { renditionUrl } from '@plinth/contract/media.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios.ts'
import { fullName } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { FilterTab } from '../../ui/tabs.tsx'
import { viewerTexts } from './viewer-texts.ts'
import { useLook } from './use-look.ts'
import { closed, pixelSentence } from './viewer-sentence.ts'
import { ViewerImage, type OriginalState } from './viewer-image.tsx'
import { ViewerMap } from './viewer-map.tsx'
import { fitZoom } from './viewer-zoom.ts'

function useFullscreen() {
  const room = useRef<HTMLDivElement>(null)
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  const toggle = () => {
    // Refused (by the system, or in a frame) leaves things as they are.
    const change = isFull ? document.exitFullscreen() : room.current?.requestFullscreen()
    change?.catch(() => setFull(document.fullscreenElement !== null))
  }
  return { room, isFull, toggle, isOffered: document.fullscreenEnabled }
}

const near = (one: number, other: number) => Math.abs(one - other) < 0.001

interface ViewerRoomProps {
  work: PortfolioItem
  stage: RefObject<HTMLDivElement | null>
  onClose: () => void
}

/** The two bars and the picture between them. */
export function ViewerRoom({ work, stage, onClose }: ViewerRoomProps) {
  const { picture } = work
  const maker = fullName(work.creator)
  const look = useLook(picture, stage)
  const { room, isFull, toggle, isOffered } = useFullscreen()
  const [original, setOriginal] = useState<OriginalState>('loading')
  const [attempt, setAttempt] = useState(0)
  const [altShown, setAltShown] = useState(false)
  const { zoom } = look.look
  const fit = fitZoom(look.scene)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (look.press(event.key)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div ref={room} className="viewer">
      <div className="viewer-bar">
        <div className="viewer-name">
          <Avatar
            name={maker}
            src={work.creator.profileImageUrl}
            creator={work.creator.isCreator}
            size={40}
          />
          <div className="min-w-0">
            <p className="work-title truncate text-18 leading-6 text-ink">{work.title}</p>
            <p className="truncate text-14 text-ink-3">{maker}</p>
          </div>
        </div>
        <div role="group" aria-label={viewerTexts.zoom} className="viewer-zoom">
          <FilterTab active={near(zoom, fit) && fit !== 1} onClick={look.fit}>
            {viewerTexts.fit}
          </FilterTab>
          <FilterTab active={near(zoom, 1)} onClick={() => look.zoomAt(1)}>
            {viewerTexts.one}
          </FilterTab>
          <FilterTab active={near(zoom, 2)} onClick={() => look.zoomAt(2)}>
            {viewerTexts.two}
          </FilterTab>
          <IconButton name={viewerTexts.smaller} className="ml-3" onClick={() => look.step(-1)}>
            <Minus size={20} aria-hidden />
          </IconButton>
          <output className="tnum w-14 text-center text-14 text-ink">
            {Math.round(zoom * 100)}%
          </output>
          <IconButton name={viewerTexts.larger} onClick={() => look.step(1)}>
            <Plus size={20} aria-hidden />
          </IconButton>
        </div>
        <div className="viewer-leave">
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
        {...look.handlers}
      >
        <ViewerImage
          picture={picture}
          look={look.look}
          scene={look.scene}
          state={original}
          attempt={attempt}
          onState={setOriginal}
        />
      </div>
      <div className="viewer-bar viewer-foot">
        <div className="viewer-words">
          {picture.alt === '' ? null : (
            <button
              type="button"
              aria-expanded={altShown}
              aria-label={`${viewerTexts.alt}: ${viewerTexts.showAlt}`}
              className="viewer-alt"
              onClick={() => setAltShown(!altShown)}
            >
              {viewerTexts.alt}
            </button>
          )}
          {altShown ? (
            <p className="text-16 text-ink-3">
              <strong className="font-semibold text-ink">{closed(picture.alt)}</strong>{' '}
              {viewerTexts.writtenBy(maker)}
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
          {original === 'failed' ? (
            <p role="alert" className="text-14 text-danger">
              {viewerTexts.failed}{' '}
              <Button
                variant="quiet"
                className="text-link h-auto px-0"
                onClick={() => {
                  setOriginal('loading')
                  setAttempt(attempt + 1)
                }}
              >
                {viewerTexts.again}
              </Button>
            </p>
          ) : null}
        </div>
        <ViewerMap
          src={
            picture.renditions[0] === undefined
              ? picture.originalUrl
              : renditionUrl(picture.id, picture.renditions[0], 'webp', picture.signature)
          }
          look={look.look}
          scene={look.scene}
          onShow={look.show}
        />
      </div>
    </div>
  )
}
