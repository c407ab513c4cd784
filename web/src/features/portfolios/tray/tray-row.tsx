import {
  AudioLines,
  BookOpen,
  Check,
  FileText,
  FileX2,
  Film,
  Image as ImageIcon,
  Pause,
  Play,
  TriangleAlert,
  X,
} from 'lucide-react'
import { memo } from 'react'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import { smallPicture } from '../../../lib/media/thumbnail.ts'
import { acceptOf, ANY_KIND, fileTypeOf } from '../../../lib/uploads/file-rules.ts'
import { isPaused, isRefused, mediaOf } from '../../../lib/uploads/files.ts'
import { canPause, isUnderway } from '../../../lib/uploads/upload-state.ts'
import { sendingTexts, sentOf } from '../../../lib/uploads/upload-texts.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import type { Tray } from './tray-queue.ts'
import type { TrayFile } from './tray-rules.ts'
import { trayTexts as texts } from './tray-texts.ts'

const ICONS = {
  image: ImageIcon,
  video: Film,
  audio: AudioLines,
  pdf: BookOpen,
  document: FileText,
} as const satisfies Record<MediaKind, typeof Film>
const ACCEPTED = acceptOf(ANY_KIND)

interface TrayRowProps {
  file: TrayFile
  tray: Tray
  onName: (key: string) => void
}

/** One file: how far it is, what is wrong with it, and what can be done with it. */
export const TrayRow = memo(function TrayRow({ file, tray, onName }: TrayRowProps) {
  const { key, name, fields } = file
  return (
    <li className="tray-row">
      <Thumb file={file} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-semibold text-ink">
          {file.isNamed && fields.title !== '' ? fields.title : name}
        </p>
        <Standing file={file} />
      </div>
      <span className="flex flex-none items-center">
        <Acts file={file} tray={tray} onName={onName} />
        {mediaOf(file) !== undefined && file.problem === null ? null : (
          <IconButton name={texts.remove(name)} onClick={() => tray.remove(key)}>
            <X size={18} aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  )
})

function Standing({ file }: { file: TrayFile }) {
  const { upload, problem } = file
  if (problem !== null) return <Wrong text={problem} />
  if (upload.phase === 'uploaded')
    return (
      <p className="flex items-center gap-1.5 text-13 text-success">
        <Check size={16} aria-hidden />
        {texts.isReady}
      </p>
    )
  if (upload.phase === 'refused' || upload.phase === 'broken')
    return <Wrong text={upload.sentence} />
  if (!isUnderway(upload)) return null
  if (upload.phase === 'waiting') return <p className="text-13 text-ink-3">{texts.waiting}</p>
  const { loaded } = upload
  return (
    <>
      <span className="tray-sent" aria-hidden>
        <span style={{ width: `${(loaded / Math.max(1, file.size)) * 100}%` }} />
      </span>
      <p className="tnum text-13 text-ink-3">
        {upload.phase === 'stalled'
          ? sendingTexts[upload.reason]
          : upload.phase === 'checking'
            ? upload.isLong
              ? sendingTexts.looking
              : sendingTexts.checking
            : upload.phase === 'paused'
              ? `${sendingTexts.paused}, ${sentOf(loaded, file.size)}`
              : sentOf(loaded, file.size)}
      </p>
    </>
  )
}

const Wrong = ({ text }: { text: string }) => (
  <p className="flex items-start gap-1.5 text-13 text-danger">
    <TriangleAlert size={16} className="mt-px shrink-0" aria-hidden />
    <span>{text}</span>
  </p>
)

function Acts({ file, tray, onName }: TrayRowProps) {
  const { key, name, upload } = file
  if (upload.phase === 'uploaded')
    return (
      <button
        type="button"
        className="text-link hit text-14"
        aria-label={texts.nameOne(name)}
        onClick={() => onName(key)}
      >
        {texts.nameIt}
      </button>
    )
  if (isRefused(file))
    return (
      <>
        {upload.phase === 'refused' && upload.canBeDocument === true ? (
          <button
            type="button"
            className="text-link hit text-14"
            aria-label={sendingTexts.fileAsDocument(name)}
            onClick={() => tray.asDocument(key)}
          >
            {sendingTexts.asDocument}
          </button>
        ) : (
          <ChooseFile
            accept={ACCEPTED}
            className="text-link hit text-14"
            onFiles={([next]) => {
              if (next !== undefined) tray.replace(key, next)
            }}
          >
            <span aria-hidden>{file.isMissing ? texts.chooseAgain : texts.replace}</span>
            <span className="sr-only">
              {file.isMissing ? texts.chooseAgainOne(name) : texts.replaceOne(name)}
            </span>
          </ChooseFile>
        )}
      </>
    )
  if (upload.phase === 'broken')
    return (
      <button
        type="button"
        className="text-link hit text-14"
        aria-label={texts.againOne(name)}
        onClick={() => tray.goOn([key])}
      >
        {texts.again}
      </button>
    )
  if (isPaused(file))
    return (
      <IconButton name={texts.goOn(name)} onClick={() => tray.goOn([key])}>
        <Play size={18} aria-hidden />
      </IconButton>
    )
  return canPause(upload) || upload.phase === 'waiting' ? (
    <IconButton name={texts.pause(name)} onClick={() => tray.pause([key])}>
      <Pause size={18} aria-hidden />
    </IconButton>
  ) : null
}

/** A small picture on its ledge; the icon of its kind where there is none. */
function Thumb({ file }: { file: TrayFile }) {
  const media = mediaOf(file)
  const made =
    media !== undefined && media.picture.renditions.length > 0 ? smallPicture(media.picture) : null
  const src = file.thumb ?? made
  if (isRefused(file) && !file.isMissing)
    return (
      <span className="tray-thumb text-danger">
        <FileX2 size={28} aria-hidden />
      </span>
    )
  if (src === null) {
    const Icon = ICONS[media?.kind ?? fileTypeOf({ name: file.name, type: '' })?.kind ?? 'document']
    return (
      <span className="tray-thumb text-ink-3" data-waits={media === undefined || undefined}>
        <Icon size={22} aria-hidden />
      </span>
    )
  }
  return (
    <span className="tray-thumb" data-lit>
      <img src={src} alt="" />
    </span>
  )
}
