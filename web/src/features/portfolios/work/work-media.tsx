import { lazy, Suspense, type CSSProperties } from 'react'
import { workSizes } from '@plinth/contract/media/sizes.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { blurred } from '../../../lib/media/blurred.ts'
import { peaksOf } from '../../../lib/media/peaks.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { useVeiled } from '../../../ui/media/revealed.ts'
import { texts } from './work-texts.ts'

// Most works are pictures, so the players are loaded only when needed.
const AudioPlayer = lazy(async () => ({
  default: (await import('../../../ui/media/audio-player.tsx')).AudioPlayer,
}))
const Video = lazy(async () => ({ default: (await import('../../../ui/media/video.tsx')).Video }))

/** Whether the picture can be enlarged; the poster of a video cannot. */
export const canEnlarge = ({ fileType }: Pick<PortfolioItem, 'fileType'>) =>
  fileType === 'image' || fileType === 'pdf'

interface WorkMediaProps {
  work: PortfolioItem
  moves: boolean | undefined
  /** The pointer is over the picture, so the viewer can be preloaded. */
  onNear: () => void
  onLook: () => void
}

/** The work on its ledge: a picture that can be enlarged, a video or audio. */
export function WorkMedia({ work, moves, onNear, onLook }: WorkMediaProps) {
  const { picture, video, audio } = work
  const alt = picture.alt === '' ? work.title : picture.alt
  const style = {
    '--ar': ratioOf(picture),
    '--natural': `${picture.width}px`,
  } as CSSProperties
  const sources = pictureSources(picture)
  const veiled = useVeiled(sources)
  const shown = (
    <Picture
      picture={sources}
      sizes={workSizes(picture)}
      moves={moves}
      style={blurred(picture)}
      priority
      canReveal
    />
  )
  if (veiled) {
    return (
      <div className="work-standing relative" style={style}>
        {shown}
      </div>
    )
  }
  if (video?.url) {
    return (
      <div className="work-standing" style={style}>
        <Suspense fallback={shown}>
          <Video
            src={video.url}
            poster={sources.src}
            label={texts.work.film(alt)}
            width={picture.width}
            height={picture.height}
            durationMs={video.durationMs}
            hasSound={video.hasSound}
            captions={video.captionsUrl}
          />
        </Suspense>
      </div>
    )
  }
  if (audio?.url) {
    return (
      <div className="work-sound">
        <Suspense fallback={null}>
          <AudioPlayer
            src={audio.url}
            label={texts.work.sound(alt)}
            durationMs={audio.durationMs}
            peaks={peaksOf(audio)}
          />
        </Suspense>
      </div>
    )
  }
  if (!canEnlarge(work)) {
    return (
      <div className="work-standing" style={style}>
        {shown}
      </div>
    )
  }
  return (
    <button
      type="button"
      aria-label={texts.work.enlarge(work.title, picture.alt)}
      className="work-standing work-enlarge"
      style={style}
      onPointerEnter={onNear}
      onClick={onLook}
    >
      {shown}
    </button>
  )
}
