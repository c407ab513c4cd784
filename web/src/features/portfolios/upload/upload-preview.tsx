import { AudioLines, BookOpen, FileText, Film, Image as ImageIcon } from 'lucide-react'
import { useState, type CSSProperties } from 'react'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import type { FileType } from '../../../lib/uploads/file-rules.ts'
import { clock } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'

const ICONS = {
  image: ImageIcon,
  video: Film,
  audio: AudioLines,
  pdf: BookOpen,
  document: FileText,
} as const satisfies Record<MediaKind, typeof Film>

interface UploadPreviewProps {
  /** The file itself, where it was chosen in this visit. */
  preview: string | null
  looks: FileType
  /** What the server knows about it so far. */
  media: Media | undefined
  /** How much of it has been sent, 0 to 1. */
  share: number
}

/** The work on its ledge, lit from the left in proportion to what has been sent. */
export function UploadPreview({ preview, looks, media, share }: UploadPreviewProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const lit = { '--lit': share } as CSSProperties
  const made = madePicture(media)
  const shows = preview !== null && preview !== broken
  if (shows && looks.kind === 'video') {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- A still of the file that was just chosen.
      <video
        key={preview}
        // The first frame: without a time some browsers draw nothing.
        src={`${preview}#t=0.1`}
        className="upload-work"
        style={lit}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        aria-hidden
        onError={() => setBroken(preview)}
      />
    )
  }
  const src = shows && looks.kind === 'image' ? preview : made
  return src === null || src === broken ? (
    <Sheet key={preview} looks={looks} preview={preview} style={lit} />
  ) : (
    <img src={src} alt="" className="upload-work" style={lit} onError={() => setBroken(src)} />
  )
}

/** The server's picture of a file that browsers cannot draw. */
const madePicture = (media: Media | undefined): string | null =>
  media === undefined || media.picture.renditions.length === 0
    ? null
    : pictureSources(media.picture).src

/** A placeholder for a file that browsers cannot draw: its kind and, for audio, its length. */
function Sheet({
  looks: { kind, format },
  preview,
  style,
}: {
  looks: FileType
  preview: string | null
  style: CSSProperties
}) {
  const [seconds, setSeconds] = useState<number | null>(null)
  const Icon = ICONS[kind]
  return (
    <div className="upload-work upload-sheet" style={style}>
      <Icon size={28} aria-hidden />
      <span className="text-14 font-semibold text-ink">{format}</span>
      <span className="tnum h-[18px] text-13 text-ink-3">
        {seconds === null ? null : clock(seconds)}
      </span>
      {kind === 'audio' && preview !== null ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- Only used to read the length; never played.
        <audio
          src={preview}
          preload="metadata"
          onLoadedMetadata={({ currentTarget: { duration } }) => {
            if (Number.isFinite(duration)) setSeconds(duration)
          }}
        />
      ) : null}
    </div>
  )
}
