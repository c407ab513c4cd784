import { renditionUrl, type Picture } from '@plinth/contract/media.ts'
import { cornerOf, cssScale, type Look, type Scene } from './viewer-zoom.ts'

export type OriginalState = 'loading' | 'ready' | 'failed'

interface ViewerImageProps {
  picture: Picture
  look: Look
  scene: Scene
  state: OriginalState
  /** Another number is another try. */
  attempt: number
  onState: (state: OriginalState) => void
}

/** What stands in until the original is there: its widest copy. */
const standIn = ({ id, renditions, originalUrl, signature }: Picture) => {
  const widest = renditions.at(-1)
  return widest === undefined ? originalUrl : renditionUrl(id, widest, 'webp', signature)
}

export function ViewerImage({ picture, look, scene, state, attempt, onState }: ViewerImageProps) {
  const corner = cornerOf(look, scene)
  const scale = cssScale(look, scene)
  return (
    <div
      className="viewer-image"
      style={{
        width: picture.width * scale,
        height: picture.height * scale,
        transform: `translate(${corner.x}px, ${corner.y}px)`,
        // Beyond 1:1 people look at pixels, not at a blur between them.
        imageRendering: look.zoom > 1 ? 'pixelated' : 'auto',
      }}
    >
      {state === 'ready' ? null : <img src={standIn(picture)} alt="" draggable={false} />}
      {state === 'failed' ? null : (
        <img
          key={attempt}
          src={picture.originalUrl}
          alt={picture.alt}
          draggable={false}
          onLoad={() => onState('ready')}
          onError={() => onState('failed')}
        />
      )}
    </div>
  )
}
