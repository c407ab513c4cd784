import { X } from 'lucide-react'
import { focusNeighbour } from '../../lib/forms/focus.ts'
import { bytes } from '../../lib/format/format.ts'
import type { UploadFile } from '../../lib/uploads/files.ts'
import { canPause, isUnderway, percentOf } from '../../lib/uploads/upload-state.ts'
import {
  sendingLine,
  sendingTexts,
  sentOf,
  announcementOf,
} from '../../lib/uploads/upload-texts.ts'
import { IconButton } from '../actions/icon-button.tsx'
import { Progress } from '../feedback/progress.tsx'

const texts = {
  pause: (file: string) => `Pause ${file}`,
  goOn: (file: string) => `Continue ${file}`,
  retry: (file: string) => `Try ${file} again`,
  retryWord: 'Try again',
  remove: (file: string) => `Remove ${file}`,
  arrived: 'Arrived',
} as const

export interface RowActions {
  remove: (file: UploadFile) => void
  pause: (file: UploadFile) => void
  /** Resumes a paused or failed upload. */
  goOn: (key: string) => void
  /** Sends a refused file again, as a document, where that is possible. */
  asDocument?: (file: UploadFile) => void
}

type FileRowProps = RowActions & { file: UploadFile }

/** One file with its upload progress and a button to remove it. */
export function FileRow({ file, remove, pause, goOn, asDocument }: FileRowProps) {
  const { name, size, upload } = file
  return (
    <li className="flex min-h-11 items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="truncate text-14 text-ink">{name}</span>
          <span className="tnum shrink-0 text-14 text-ink-3">
            {isUnderway(upload) ? sentOf(upload.loaded, size) : bytes(size)}
          </span>
        </p>
        <FileLine
          file={file}
          onPause={() => pause(file)}
          onGoOn={() => goOn(file.key)}
          onAsDocument={() => asDocument?.(file)}
        />
        {/* Stays mounted in all states, or changes would not be announced. */}
        <span role="status" className="sr-only">
          {announcementOf(name, upload)}
        </span>
      </div>
      <IconButton
        name={texts.remove(name)}
        data-remove=""
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget)
          remove(file)
        }}
      >
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  )
}

interface FileLineProps {
  file: UploadFile
  onPause: () => void
  onGoOn: () => void
  onAsDocument: () => void
}

function FileLine({ file, onPause, onGoOn, onAsDocument }: FileLineProps) {
  const { name, size, upload } = file
  if (upload.phase === 'uploaded') return <p className="text-13 text-success">{texts.arrived}</p>
  if (upload.phase === 'refused' || upload.phase === 'broken') {
    return (
      <p role="alert" className="text-13 text-danger">
        {upload.sentence}{' '}
        {upload.phase === 'broken' ? (
          <button
            type="button"
            className="text-link hit"
            aria-label={texts.retry(name)}
            onClick={onGoOn}
          >
            {texts.retryWord}
          </button>
        ) : null}
        {upload.phase === 'refused' && upload.canBeDocument === true ? (
          <button
            type="button"
            className="text-link hit"
            aria-label={sendingTexts.fileAsDocument(name)}
            onClick={onAsDocument}
          >
            {sendingTexts.asDocument}
          </button>
        ) : null}
      </p>
    )
  }
  if (!isUnderway(upload)) return null
  const isPaused = upload.phase === 'paused'
  return (
    <div className="flex min-h-[18px] items-center justify-between gap-3">
      {upload.phase === 'sending' ? (
        <div className="flex-1">
          <Progress value={percentOf(upload.loaded, size) / 100} label={name} />
        </div>
      ) : (
        <p className="text-13 text-ink-3">{isPaused ? sendingTexts.paused : sendingLine(upload)}</p>
      )}
      {/* One button for both states, so that it keeps the focus. */}
      {canPause(upload) || isPaused ? (
        <button
          type="button"
          className="text-link hit shrink-0 text-13"
          aria-label={isPaused ? texts.goOn(name) : texts.pause(name)}
          // Ignores the second click of a double click, which would undo the first.
          onClick={({ detail }) => {
            if (detail < 2) (isPaused ? onGoOn : onPause)()
          }}
        >
          {isPaused ? sendingTexts.goOn : sendingTexts.pause}
        </button>
      ) : null}
    </div>
  )
}
