import './picture.css'
import type { CSSProperties, ReactNode, RefObject } from 'react'
import { clsx } from 'clsx'
import { FilterTab } from '../../../ui/layout/tabs.tsx'
import { viewerTexts } from '../../../ui/viewer/viewer-texts.ts'
import { fitZoom } from '../../../ui/viewer/zoom.ts'
import type { ShownPicture } from './picture-rules.ts'
import { TiledPicture } from './tiled-picture.tsx'
import type { Zoom } from './use-zoom.ts'

interface ZoomStageProps {
  stage: RefObject<HTMLDivElement | null>
  zoom: Zoom
  className?: string
  label: string
  children: ReactNode
}

/** Where a picture is zoomed and moved. Empty until its size is known. */
export const ZoomStage = ({ stage, zoom, className, label, children }: ZoomStageProps) => (
  <div
    ref={stage}
    role="group"
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move what it shows
    tabIndex={0}
    aria-label={label}
    style={{ '--ar': zoom.scene.image.width / zoom.scene.image.height } as CSSProperties}
    className={clsx('zoom-stage', className)}
    data-fitted={zoom.isFitted || undefined}
    data-moving={zoom.isMoving || undefined}
    {...zoom.handlers}
  >
    {zoom.scene.stage.width > 0 && zoom.scene.stage.height > 0 ? children : null}
  </div>
)

interface ZoomPictureProps {
  stage: RefObject<HTMLDivElement | null>
  picture: ShownPicture
  zoom: Zoom
  label: string
  className?: string
  /** Fills the box of the picture exactly. */
  layer?: ReactNode
  onFailed: () => void
}

/** A picture that can be looked at to the pixel. */
export const ZoomPicture = ({
  stage,
  picture,
  zoom,
  label,
  className,
  layer,
  onFailed,
}: ZoomPictureProps) => (
  <ZoomStage
    stage={stage}
    zoom={zoom}
    label={label}
    {...(className === undefined ? {} : { className })}
  >
    <TiledPicture picture={picture} viewport={zoom.viewport} scene={zoom.scene} onFailed={onFailed}>
      <div className="zoom-layer">{layer}</div>
    </TiledPicture>
  </ZoomStage>
)

const near = (one: number, other: number) => Math.abs(one - other) < 0.001

/** Fit, 1:1, 2:1, and what part of its size a picture is shown at. */
export function ZoomBar({ zoom }: { zoom: Zoom }) {
  const { viewport, scene, isFitted } = zoom
  const fits = isFitted || near(viewport.zoom, fitZoom(scene))
  const steps = [
    { name: viewerTexts.one, at: 1 },
    { name: viewerTexts.two, at: 2 },
  ]
  return (
    <div role="group" aria-label={viewerTexts.zoom} className="zoom-bar">
      <FilterTab active={fits} onClick={zoom.fit}>
        {viewerTexts.fit}
      </FilterTab>
      {steps.map(({ name, at }) => (
        <FilterTab
          key={at}
          active={!fits && near(viewport.zoom, at)}
          onClick={() => zoom.zoomAt(at)}
        >
          {name}
        </FilterTab>
      ))}
      <output className="zoom-share tnum text-14 text-ink-3">
        {scene.stage.width === 0 ? '' : `${Math.round(viewport.zoom * 100)}%`}
      </output>
    </div>
  )
}
