import { X } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { bytes } from '../../lib/format.ts'
import { isBeingMade } from '../../lib/upload-state.ts'
import { useMaking } from '../../lib/use-making.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { isRefused, mediaOf, type PostFile } from './post-files.ts'
import { Preview } from './post-files-preview.tsx'
import { texts } from './post-form-texts.ts'

interface FileRowProps {
  file: PostFile
  isSelected: boolean
  onSelect: () => void
  onRemove: () => void
  onAgain: () => void
}

/** `21 of 33 MB`; the unit of the first stands only where it is another. */
function sentOf(loaded: number, size: number): string {
  const all = bytes(size)
  const unit = all.slice(all.indexOf(' '))
  const sent = bytes(loaded)
  return texts.files.sentOf(sent.endsWith(unit) ? sent.slice(0, -unit.length) : sent, all)
}

/** One file: what it is, how far it is, and the way to take it out again. */
export function FileRow({ file, isSelected, onSelect, onRemove, onAgain }: FileRowProps) {
  const { name, size, upload } = file
  const kept = mediaOf(file)
  const making = useMaking(kept?.id, kept)
  const refused = isRefused(file)
  const face = <Preview file={file} media={making.media} />
  return (
    <li className="post-file" data-selected={isSelected || undefined}>
      {refused ? (
        <span className="post-file-face text-danger">{face}</span>
      ) : (
        <button
          type="button"
          className="post-file-face hit"
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
            {upload.phase === 'sending' ? sentOf(upload.loaded, size) : bytes(size)}
          </span>
        </p>
        {upload.phase === 'kept' ? (
          <MakingLine making={making} file={file} />
        ) : (
          <UploadLine file={file} onAgain={onAgain} />
        )}
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

/** The focus must not fall off the page with the row that had it. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const target =
    next?.querySelector<HTMLElement>('[data-remove]') ??
    button.closest('form')?.querySelector<HTMLElement>('input[type=file]')
  target?.focus()
}

const Bad = ({ words, file, onAgain }: { words: string; file: PostFile; onAgain?: () => void }) => (
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

function UploadLine({ file, onAgain }: { file: PostFile; onAgain: () => void }) {
  const { upload, name } = file
  switch (upload.phase) {
    case 'waiting':
      return <Quiet>{texts.files.waiting}</Quiet>
    case 'sending':
      return upload.loaded >= file.size ? (
        <Quiet>{texts.files.checking}</Quiet>
      ) : (
        <div className="pt-1.5 pb-1">
          <Progress value={upload.loaded / file.size} label={name} />
        </div>
      )
    case 'broken':
      return <Bad words={upload.sentence} file={file} onAgain={onAgain} />
    case 'refused':
      return <Bad words={upload.sentence} file={file} />
    default:
      return null
  }
}

function MakingLine({ making, file }: { making: ReturnType<typeof useMaking>; file: PostFile }) {
  const { media, isLost, isRetrying, retry } = making
  if (isRetrying) return <Quiet>{texts.files.retrying}</Quiet>
  if (isLost) return <Bad words={texts.files.lost} file={file} onAgain={retry} />
  if (media?.state === 'failed') {
    return <Bad words={media.failure ?? texts.files.makingFailed} file={file} onAgain={retry} />
  }
  if (media && !isBeingMade(media)) {
    return <p className="text-13 text-success">{texts.files.ready}</p>
  }
  return <Quiet>{file.isVideo ? texts.files.makingVideo : texts.files.making}</Quiet>
}
