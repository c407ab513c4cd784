import { lazy, Suspense, useState } from 'react'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import type { ContentItem } from './content-rules.ts'
import { contentTexts as texts } from './content-texts.ts'

const Video = lazy(async () => ({ default: (await import('../../../ui/media/video.tsx')).Video }))

const SIZES = '(max-width: 720px) 92vw, 440px'

/** The files under review, one at a time. */
export function ContentStage({ item: { title, files } }: { item: ContentItem }) {
  const [at, setAt] = useState(0)
  const file = files[at]
  return (
    <div className="admin-stage">
      <div className="admin-stage-well grid items-end justify-items-center min-h-[200px] pt-6 pb-0 px-6 bg-wall-deep">
        {file === undefined ? null : <File title={title} file={file} />}
      </div>
      <Ledge glow={30} />
      {files.length > 1 ? (
        <div
          role="group"
          aria-label={texts.files}
          className="admin-stage-files flex flex-wrap gap-2 mt-3"
        >
          {files.map(({ picture }, index) => (
            <button
              key={picture.id}
              type="button"
              aria-label={texts.file(index + 1, files.length)}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              <Picture picture={pictureSources(picture)} sizes="44px" fit="cover" alt="" />
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function File({
  title,
  file: { picture, video, failure },
}: {
  title: string
  file: ContentItem['files'][number]
}) {
  const sources = pictureSources(picture)
  if (failure !== null) return <p className="p-6 text-14 text-ink-2">{failure}</p>
  if (video?.url != null) {
    return (
      <Suspense fallback={null}>
        <Video
          src={video.url}
          poster={sources.src}
          label={title}
          width={picture.width}
          height={picture.height}
          durationMs={video.durationMs}
          hasSound={video.hasSound}
          captions={video.captionsUrl}
        />
      </Suspense>
    )
  }
  return (
    <Picture
      picture={sources}
      sizes={SIZES}
      alt={picture.alt === '' ? title : picture.alt}
      priority
    />
  )
}
