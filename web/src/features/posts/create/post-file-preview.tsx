import { Film, Image as ImageIcon } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '@plinth/contract/media/media.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import type { UploadFile } from '../../../lib/uploads/files.ts'

interface PreviewProps {
  file: UploadFile
  /** What the server knows about it so far. */
  media: Media | undefined
  /** Shown large, with controls. */
  playable?: boolean
}

/** The local file or, if it came from a draft or the browser cannot draw it, the server's picture of it. */
export function Preview({ file, media, playable = false }: PreviewProps) {
  const [broken, setBroken] = useState<readonly string[]>([])
  const source = sourcesOf(file, media, playable).find(({ src }) => !broken.includes(src))
  if (source === undefined) {
    const Icon = file.isVideo ? Film : ImageIcon
    return (
      <span className="post-file-icon grid place-items-center w-full h-full bg-surface-3">
        <Icon size={playable ? 40 : 20} strokeWidth={1.6} aria-hidden />
      </span>
    )
  }
  const { src, plays } = source
  const onError = () => setBroken([...broken, src])
  return plays ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- A preview of the file that the author just chose.
    <video
      key={src}
      src={src}
      preload="metadata"
      muted
      playsInline
      controls={playable}
      tabIndex={playable ? 0 : -1}
      aria-label={playable ? file.name : undefined}
      onError={onError}
    />
  ) : (
    <img src={src} alt="" onError={onError} />
  )
}

/** Sources to try, best first: the local file, then what the server has made of it. */
function sourcesOf({ preview, isVideo }: UploadFile, media: Media | undefined, playable: boolean) {
  const sources = preview === null ? [] : [{ src: preview, plays: isVideo }]
  if (media === undefined) return sources
  const played = media.video?.url ?? null
  if (playable && played !== null) sources.push({ src: played, plays: true })
  // Videos and files that browsers cannot draw have no picture until the server has made one.
  if (media.picture.renditions.length > 0) {
    sources.push({ src: pictureSources(media.picture).src, plays: false })
  }
  return sources
}
