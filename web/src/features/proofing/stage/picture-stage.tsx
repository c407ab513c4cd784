import './stage.css'
import { useEffect, useEffectEvent, useRef, type CSSProperties } from 'react'
import { visiblePart } from '../../../ui/viewer/zoom.ts'
import { pinOf } from '../marks/mark-rules.ts'
import { pictureOf, type ShownPicture } from '../picture/picture-source.ts'
import { useKeptVersion } from '../picture/use-kept-version.ts'
import { useZoom } from '../picture/use-zoom.ts'
import { ZoomBar, ZoomPicture } from '../picture/zoom-picture.tsx'
import { texts } from '../proof-texts.ts'
import type { StageProps } from './stage.ts'

/** A picture on the ledge, as a whole or to the pixel, with the marks over it. */
export function PictureStage(props: StageProps) {
  const picture = pictureOf(useKeptVersion(props.version))
  return picture === null ? null : <OpenPicture {...props} picture={picture} />
}

function OpenPicture({
  picture,
  version,
  marks,
  selectedId,
  layer,
  tools,
  onFailed,
}: StageProps & { picture: ShownPicture }) {
  const stage = useRef<HTMLDivElement>(null)
  const zoom = useZoom(picture, stage)
  const lead = useEffectEvent((markId: string | null) => {
    const mark = marks.find(({ id }) => id === markId)
    const spot = mark === undefined ? null : pinOf(mark.place)
    if (spot === null || zoom.isFitted) return
    const { left, top, width, height } = visiblePart(zoom.viewport, zoom.scene)
    const isSeen =
      spot.x >= left && spot.x <= left + width && spot.y >= top && spot.y <= top + height
    if (!isSeen) zoom.show(spot.x, spot.y)
  })
  useEffect(() => lead(selectedId), [selectedId])
  const isMaking = version.kind === 'image' && version.proofState === 'waiting'
  return (
    <>
      <ZoomPicture
        picture={picture}
        stage={stage}
        zoom={zoom}
        label={texts.room.picture(version.fileName)}
        className="proof-zoom"
        layer={layer}
        onFailed={onFailed}
      />
      <div className="proof-tools">
        {tools}
        {isMaking ? (
          <p role="status" className="text-13 text-ink-3">
            {texts.room.makingTiles}
          </p>
        ) : null}
        <ZoomBar zoom={zoom} />
      </div>
    </>
  )
}

/** As large as the stage allows, never cropped, with its foot on the ledge. */
export function Scene({ ratio, children }: { ratio: number; children: React.ReactNode }) {
  return (
    <div className="proof-scene">
      <div className="proof-shown" style={{ '--ar': ratio } as CSSProperties}>
        {children}
      </div>
    </div>
  )
}

/** What can't be shown: only its name, and why. */
export function PlainStage({ version, tools }: Pick<StageProps, 'version' | 'tools'>) {
  const { previewState, proofState, fileName } = version
  const isMaking = previewState === 'waiting' || proofState === 'waiting'
  const isFailed = previewState === 'failed' || proofState === 'failed'
  return (
    <>
      <div className="proof-scene">
        <div className="proof-plain">
          <p className="display text-24 text-ink wrap-anywhere">{fileName}</p>
          <p className="mt-3 text-14 text-ink-2" role={isMaking ? 'status' : undefined}>
            {isMaking
              ? texts.room.making
              : isFailed
                ? texts.room.previewFailed
                : texts.room.notShown}
          </p>
        </div>
      </div>
      <div className="proof-tools">{tools}</div>
    </>
  )
}
