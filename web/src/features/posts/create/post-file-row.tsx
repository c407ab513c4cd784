import { X } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Media } from '@plinth/contract/media/media.ts'
import { focusNeighbour } from '../../../lib/forms/focus.ts'
import { bytes } from '../../../lib/format/format.ts'
import { canPause, isProcessing, isUnderway, percentOf } from '../../../lib/uploads/upload-state.ts'
import {
  sendingLine,
  sendingTexts,
  sentOf,
  announcementOf,
} from '../../../lib/uploads/upload-texts.ts'
import { useProcessing, type Processing } from '../../../lib/uploads/use-processing.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import type { UploadFile } from '../../../lib/uploads/files.ts'
import { texts } from './post-form-texts.ts'

interface FileRowProps {
  file: UploadFile
  /** Renders the preview with what the server knows about the file so far. */
  renderFace: (media: Media | undefined) => ReactNode
  isSelected: boolean
  onSelect: () => void
  onRemove: () => void
  onPause: () => void
  onGoOn: () => void
}

/** One file: its preview, name, progress and a button to remove it. */
export function FileRow(props: FileRowProps) {
  const { file, isSelected, onSelect, onRemove } = props
  const { name, size, upload } = file
  const kept = upload.phase === 'uploaded' ? upload.media : undefined
  const making = useProcessing(kept?.id, kept)
  const refused = upload.phase === 'refused'
  const face = props.renderFace(making.media)
  return (
    <li className="flex items-center gap-3.5 min-h-13" data-selected={isSelected || undefined}>
      {refused ? (
        <span className="post-file-face relative shrink-0 w-14 h-11 text-danger">{face}</span>
      ) : (
        <button
          type="button"
          className="post-file-face relative shrink-0 w-14 h-11 hit"
          aria-label={texts.files.show(name)}
          aria-pressed={isSelected}
          onClick={onSelect}
        >
          {face}
        </button>
      )}
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="truncate text-14 text-ink">{name}</span>
          <span className={clsx('tnum shrink-0 text-14', refused ? 'text-danger' : 'text-ink-3')}>
            {isUnderway(upload) ? sentOf(upload.loaded, size) : bytes(size)}
          </span>
        </p>
        {upload.phase === 'uploaded' ? (
          <MakingLine making={making} file={file} />
        ) : (
          <UploadLine {...props} />
        )}
        {/* Stays mounted in all states: screen readers announce only changes of an existing element. */}
        <VisuallyHidden>
          <span role="status">{announcementOf(name, upload)}</span>
        </VisuallyHidden>
      </div>
      <IconButton
        name={texts.files.remove(name)}
        data-remove=""
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget)
          onRemove()
        }}
      >
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  )
}

const Bad = ({
  words,
  file,
  onAgain,
}: {
  words: string
  file: UploadFile
  onAgain?: () => void
}) => (
  <p role="alert" className="text-13 text-danger">
    {words}
    {onAgain ? (
      <>
        {' '}
        <button
          type="button"
          className="text-link hit"
          aria-label={texts.files.retry(file.name)}
          onClick={onAgain}
        >
          {texts.files.retryWord}
        </button>
      </>
    ) : null}
  </p>
)

const Quiet = ({ children }: { children: ReactNode }) => (
  <p className="text-13 text-ink-3">{children}</p>
)

function UploadLine({ file, onPause, onGoOn }: FileRowProps) {
  const { upload, name } = file
  const isPaused = upload.phase === 'paused'
  if (upload.phase === 'refused') return <Bad words={upload.sentence} file={file} />
  if (!isUnderway(upload)) return null
  if (upload.phase === 'broken') {
    return <Bad words={upload.sentence} file={file} onAgain={onGoOn} />
  }
  return (
    <div className="flex min-h-[18px] items-center justify-between gap-3">
      {upload.phase === 'sending' ? (
        <div className="flex-1">
          <Progress value={percentOf(upload.loaded, file.size) / 100} label={name} />
        </div>
      ) : (
        <Quiet>{isPaused ? sendingTexts.paused : sendingLine(upload)}</Quiet>
      )}
      {/* One button for both states, so that it keeps the focus. */}
      {canPause(upload) || isPaused ? (
        <button
          type="button"
          className="text-link hit shrink-0 text-13"
          aria-label={isPaused ? texts.files.goOn(name) : texts.files.pause(name)}
          // The second click of a double click would undo the first.
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

function MakingLine({ making, file }: { making: Processing; file: UploadFile }) {
  const { media, isLost, isRetrying, retry } = making
  if (isRetrying) return <Quiet>{texts.files.retrying}</Quiet>
  if (isLost) return <Bad words={texts.files.lost} file={file} onAgain={retry} />
  if (media?.state === 'failed') {
    return <Bad words={media.failure ?? texts.files.makingFailed} file={file} onAgain={retry} />
  }
  if (media && !isProcessing(media)) {
    return <p className="text-13 text-success">{texts.files.ready}</p>
  }
  return <Quiet>{file.isVideo ? texts.files.makingVideo : texts.files.making}</Quiet>
}
