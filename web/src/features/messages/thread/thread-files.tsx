import { Download, FileAudio, FileText, Film, Image as ImageIcon } from 'lucide-react'
import { lazy, Suspense, useState, type CSSProperties, type MouseEvent } from 'react'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { Attachment, Message } from '@plinth/contract/messages/messages.ts'
import { bytes, counted, fullName } from '../../../lib/format/format.ts'
import { peaksOf } from '../../../lib/media/peaks.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { ratioOf } from '../../../lib/media/wall.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { showFailure } from '../../../ui/feedback/toast.ts'
import { texts } from '../messages-texts.ts'
import type { FileLinks } from './use-file-links.ts'

const PictureViewer = lazy(async () => ({
  default: (await import('../../../ui/viewer/picture-viewer.tsx')).PictureViewer,
}))
const Video = lazy(async () => ({ default: (await import('../../../ui/media/video.tsx')).Video }))
const AudioPlayer = lazy(async () => ({
  default: (await import('../../../ui/media/audio-player.tsx')).AudioPlayer,
}))

const ICONS = {
  image: ImageIcon,
  video: Film,
  audio: FileAudio,
  pdf: FileText,
  document: FileText,
} as const satisfies Record<MediaKind, unknown>

/** Whether it can be shown as a picture, which its original can from the start. */
const isPicture = ({ kind, picture }: Attachment) => kind === 'image' && picture.state !== 'failed'

const ratioStyle = (picture: Attachment['picture']) =>
  ({ '--ar': ratioOf(picture) }) as CSSProperties

interface ThreadFilesProps {
  message: Pick<Message, 'attachments' | 'sender'>
  links: FileLinks
}

/** The files of a message: pictures as a small wall, players for video and audio, download links for the rest. */
export function ThreadFiles({ message: { attachments, sender }, links }: ThreadFilesProps) {
  const [viewed, setViewed] = useState<string | null>(null)
  if (attachments.length === 0) return null
  const pictures = attachments.filter(isPicture)
  const shown = attachments.find(({ id }) => id === viewed)
  const open = async (id: string) => {
    await links.renew()
    setViewed(id)
  }
  return (
    <div className="thread-files">
      {pictures.length === 0 ? null : (
        <ul className="thread-wall">
          {pictures.map(({ id, fileName, picture }) => (
            <li key={id} style={ratioStyle(picture)}>
              <button
                type="button"
                aria-label={texts.files.open(picture.alt === '' ? fileName : picture.alt)}
                onClick={() => void open(id)}
              >
                <Picture picture={pictureSources(picture)} sizes="320px" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {attachments
        .filter((file) => !isPicture(file))
        .map((file) => (
          <OneFile key={file.id} file={file} links={links} />
        ))}
      {shown ? (
        <Suspense fallback={null}>
          <PictureViewer
            title={shown.fileName}
            maker={{
              name: fullName(sender),
              src: sender.profileImageUrl,
              creator: sender.isCreator,
            }}
            picture={shown.picture}
            onClose={() => setViewed(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function OneFile({ file, links }: { file: Attachment; links: FileLinks }) {
  const { fileName, picture, video, audio } = file
  if (video !== null && video.url !== null) {
    return (
      <div className="thread-video" style={ratioStyle(picture)}>
        <Suspense fallback={<div style={{ aspectRatio: ratioOf(picture) }} />}>
          <Video
            key={video.url}
            src={video.url}
            poster={pictureSources(picture).src}
            label={texts.files.film(fileName)}
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
  if (audio !== null && audio.url !== null) {
    return (
      <div className="thread-audio">
        <p className="truncate text-14 text-ink">{fileName}</p>
        <Suspense fallback={<div className="h-30" />}>
          <AudioPlayer
            key={audio.url}
            src={audio.url}
            label={texts.files.sound(fileName)}
            durationMs={audio.durationMs}
            peaks={peaksOf(audio)}
          />
        </Suspense>
      </div>
    )
  }
  return <FileRow file={file} links={links} />
}

/** A file to download, or one that cannot be shown or played yet. */
function FileRow({ file, links }: { file: Attachment; links: FileLinks }) {
  const { id, kind, fileName, document, picture } = file
  const Icon = ICONS[kind]
  const pages = document?.pages ?? null
  const facts = [...(pages === null ? [] : [counted(pages, 'page')]), bytes(file.bytes)].join(', ')
  const label = (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-14 font-semibold text-ink">{fileName}</span>
      <span className="tnum text-13 text-ink-3">
        {document === null ? `${facts}. ${texts.files[stateTextOf(picture.state)]}` : facts}
      </span>
    </span>
  )
  if (document === null) {
    return (
      <div className="thread-file">
        <Icon size={20} className="text-ink-3" aria-hidden />
        {label}
      </div>
    )
  }
  // An expired link is replaced by a new one first.
  const download = async () => {
    const files = await links.renew()
    const url = files.find((one) => one.id === id)?.document?.url
    if (url === undefined) showFailure(texts.files.gone, () => void download())
    else location.assign(url)
  }
  const onClick = (event: MouseEvent) => {
    if (!links.areOld()) return
    event.preventDefault()
    void download()
  }
  return (
    <a
      href={document.url}
      download={fileName}
      className="thread-file"
      aria-label={`${texts.files.download(fileName)}, ${facts}`}
      onClick={onClick}
    >
      <Icon size={20} className="text-ink-3" aria-hidden />
      {label}
      <Download size={18} className="text-ink-2" aria-hidden />
    </a>
  )
}

const stateTextOf = (state: Attachment['picture']['state']) =>
  state === 'failed' ? ('failed' as const) : ('making' as const)
