import { Download, FileText } from 'lucide-react'
import type { Attachment } from '@plinth/contract/messages/messages.ts'
import type { Proof } from '@plinth/contract/moderation/cases.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { bytes, dateAndTime, fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { proofTexts as texts } from './case-texts.ts'

/** What the sides added, oldest first. */
export function ProofList({ proof, none }: { proof: readonly Proof[]; none: string }) {
  if (proof.length === 0) return <p className="mt-2 text-14 text-ink-3">{none}</p>
  return (
    <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-5">
      {proof.map((one) => (
        <li key={one.id} className="flex gap-3.5 border-t border-line pt-4">
          <Avatar {...faceOf(one.by)} size={36} />
          <div className="min-w-0 flex-1">
            <p className="text-14 text-ink-3">
              <strong className="font-semibold text-ink">
                {one.isOwn ? texts.you : fullName(one.by)}
              </strong>
              {`, ${texts.sides[one.side]}, `}
              <time dateTime={one.createdAt} title={dateAndTime(one.createdAt)}>
                {dayOf(one.createdAt)}
              </time>
            </p>
            {one.text === '' ? null : (
              <p className="mt-1 wrap-anywhere whitespace-pre-line">{one.text}</p>
            )}
            <FileLinks files={one.files} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Files to open in a tab of their own. Their links work for some minutes. */
export function FileLinks({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null
  return (
    <ul aria-label={texts.files} className="mt-3 flex flex-wrap gap-3">
      {files.map((file) => (
        <li key={file.id} className="max-w-full">
          <a
            href={urlOf(file)}
            target="_blank"
            rel="noreferrer"
            className="flex min-h-11 items-center gap-3 rounded-control bg-surface-2 p-2 pr-3"
          >
            <span className="sr-only">{texts.open} </span>
            <FileFace file={file} />
            <span className="min-w-0">
              <span className="block truncate text-14 font-semibold text-ink">{file.fileName}</span>
              <span className="tnum text-13 text-ink-3">{bytes(file.bytes)}</span>
            </span>
            {file.document === null ? null : (
              <Download size={18} className="shrink-0 text-ink-2" aria-hidden />
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

const urlOf = ({ document, video, audio, picture }: Attachment): string =>
  document?.url ?? video?.url ?? audio?.url ?? picture.originalUrl

const FileFace = ({ file: { kind, picture } }: { file: Attachment }) =>
  (kind === 'image' || kind === 'video') && picture.state === 'ready' ? (
    <Picture
      picture={pictureSources(picture)}
      sizes="84px"
      alt=""
      fit="cover"
      className="h-28! w-21! shrink-0"
    />
  ) : (
    <FileText size={20} className="shrink-0 text-ink-3" aria-hidden />
  )
