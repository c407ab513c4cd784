import { ImageOff } from 'lucide-react'
import { lazy, Suspense, type CSSProperties } from 'react'
import type { Shot, ShownFile } from '@plinth/contract/portfolios/studies.ts'
import { peaksOf } from '../../../lib/media/peaks.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { useVeiled } from '../../../ui/media/revealed.ts'
import { WorkFile } from '../work/work-panel.tsx'
import { texts } from './study-texts.ts'

// Most pages hold pictures alone, so the players are loaded only when needed.
const AudioPlayer = lazy(async () => ({
  default: (await import('../../../ui/media/audio-player.tsx')).AudioPlayer,
}))
const Video = lazy(async () => ({ default: (await import('../../../ui/media/video.tsx')).Video }))

/** The files that blocks show, by id. */
export type ShownFiles = Readonly<Record<string, ShownFile>>

/** Of pictures that are compared. */
export const COMPARED_SIZES = '(max-width: 720px) 100vw, 864px'
/** Of a place whose file is gone: nobody knows the shape that it had. */
const MISSING_RATIO = 1.5

/** The shape in which a file is shown. */
export const shapeOf = (file: ShownFile | undefined): number =>
  file === undefined ? MISSING_RATIO : ratioOf(file.picture)

export const Missing = () => (
  <div className="study-missing" style={{ aspectRatio: MISSING_RATIO }}>
    <ImageOff size={24} aria-hidden />
    <p>{texts.missing}</p>
  </div>
)

interface StudyFileProps {
  file: ShownFile | undefined
  sizes: string
}

/** A file on a page: a picture, a film, a sound, or a document with its first page. */
export function StudyFile({ file, sizes }: StudyFileProps) {
  return file === undefined ? <Missing /> : <Shown file={file} sizes={sizes} />
}

function Shown({ file, sizes }: { file: ShownFile; sizes: string }) {
  const { picture, video, audio, document } = file
  const sources = pictureSources(picture)
  const veiled = useVeiled(sources)
  const shown = (
    <div className="relative">
      <Picture picture={sources} sizes={sizes} canReveal />
    </div>
  )
  if (veiled) return shown
  if (video?.url)
    return (
      <Suspense fallback={shown}>
        <Video
          src={video.url}
          poster={sources.src}
          label={texts.film(picture.alt)}
          width={picture.width}
          height={picture.height}
          durationMs={video.durationMs}
          hasSound={video.hasSound}
          captions={video.captionsUrl}
        />
      </Suspense>
    )
  if (audio?.url)
    return (
      <div className="study-sound">
        <Suspense fallback={null}>
          <AudioPlayer
            src={audio.url}
            label={texts.sound(picture.alt)}
            durationMs={audio.durationMs}
            peaks={peaksOf(audio)}
          />
        </Suspense>
      </div>
    )
  if (document !== null)
    return (
      <>
        {shown}
        <div className="study-document">
          <WorkFile document={document} />
        </div>
      </>
    )
  return shown
}

interface StudyShotProps {
  shot: Shot
  width: 'full' | 'measure'
  files: ShownFiles
}

/** One file as wide as the wall or as the text, with its caption. Nothing is shown larger than it is. */
export function StudyShot({ shot, width, files }: StudyShotProps) {
  const file = files[shot.mediaId]
  const isFilm = file?.video !== null && file?.video !== undefined
  const style = {
    '--ar': shapeOf(file),
    ...(file?.kind === 'image' ? { '--natural': `${file.picture.width}px` } : {}),
  } as CSSProperties
  return (
    <figure
      className={isFilm && width === 'full' ? 'study-band' : 'study-shot'}
      data-width={width}
      style={style}
    >
      <StudyFile
        file={file}
        sizes={width === 'full' ? '(max-width: 720px) 100vw, min(1344px, 92vw)' : COMPARED_SIZES}
      />
      <Caption text={shot.caption} />
    </figure>
  )
}

export const Caption = ({ text }: { text: string }) =>
  text.trim() === '' ? null : <figcaption className="study-caption">{text}</figcaption>
