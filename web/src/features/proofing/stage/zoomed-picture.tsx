import { useEffect, useEffectEvent, useRef } from 'react'
import { visiblePart } from '../../../ui/viewer/zoom.ts'
import { pinOf } from '../marks/mark-rules.ts'
import { pictureOf, type ShownPicture } from '../picture/picture-rules.ts'
import { useKeptVersion } from '../picture/use-kept-version.ts'
import { useZoom } from '../picture/use-zoom.ts'
import { ZoomBar, ZoomPicture } from '../picture/zoom-picture.tsx'
import { texts } from '../proof-texts.ts'
import type { StageProps } from './stage.ts'

/** A picture as a whole, or to the pixel, with the marks over it. */
export function ZoomedPicture(props: StageProps) {
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
