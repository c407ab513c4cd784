import { lazy, Suspense, type CSSProperties } from 'react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { blurred } from '../../../lib/media/blurred.ts'
import { peaksOf } from '../../../lib/media/peaks.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { useVeiled } from '../../../ui/media/revealed.ts'
import { texts } from '../portfolio-texts.ts'

// Most works are pictures: what plays the others follows their page.
const AudioPlayer = lazy(async () => ({
  default: (await import('../../../ui/media/audio-player.tsx')).AudioPlayer,
}))
const Video = lazy(async () => ({ default: (await import('../../../ui/media/video.tsx')).Video }))

export const WORK_SIZES = '(max-width: 860px) 100vw, 60vw'

/** Whether there is more to see in its picture than what the well shows: the poster of a film is no picture. */
export const canBeLookedAt = ({ fileType }: Pick<PortfolioItem, 'fileType'>) =>
  fileType === 'image' || fileType === 'pdf'

interface WorkStandingProps {
  work: PortfolioItem
  moves: boolean | undefined
  /** The pointer is on its way to look closer. */
  onNear: () => void
  onLook: () => void
}

/** What stands on the work's ledge: a picture to look into, a film, or a sound. */
export function WorkStanding({ work, moves, onNear, onLook }: WorkStandingProps) {
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
      sizes={WORK_SIZES}
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
  if (!canBeLookedAt(work)) {
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
