import { Film, Image as ImageIcon } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '@plinth/contract/media.ts'
import { pictureSources } from '../../lib/picture-sources.ts'
import type { PostFile } from './post-files.ts'

interface PreviewProps {
  file: PostFile
  /** What the server knows of it by now. */
  media: Media | undefined
  /** Large enough to play. */
  playable?: boolean
}

/** The file as the browser shows it; as the server does, where a draft brought it back. */
export function Preview({ file, media, playable = false }: PreviewProps) {
  const source = sourceOf(file, media, playable)
  const [broken, setBroken] = useState<string | null>(null)
  if (source === null || broken === source.src) {
    const Icon = file.isVideo ? Film : ImageIcon
    return (
      <span className="post-file-icon">
        <Icon size={playable ? 40 : 20} strokeWidth={1.6} aria-hidden />
      </span>
    )
  }
  const { src, plays } = source
  const onError = () => setBroken(src)
  return plays ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- The author looks at what was just chosen.
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

function sourceOf({ preview, isVideo }: PostFile, media: Media | undefined, playable: boolean) {
  if (preview !== null) return { src: preview, plays: isVideo }
  if (media === undefined) return null
  const played = media.video?.url ?? null
  if (playable && played !== null) return { src: played, plays: true }
  // A video has no picture before its poster is made.
  return isVideo && media.state !== 'ready'
    ? null
    : { src: pictureSources(media.picture).src, plays: false }
}
