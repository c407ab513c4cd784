import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { MAX_ALT_LENGTH } from '@plinth/contract/limits.ts'
import { isRefused, mediaOf, type UploadFile } from '../../../lib/uploads/files.ts'
import { useProcessing } from '../../../lib/uploads/use-processing.ts'
import { Field } from '../../../ui/form/field.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { texts } from './post-form-texts.ts'

const PostCaptions = lazy(async () => ({
  default: (await import('./post-captions.tsx')).PostCaptions,
}))

interface ToolsProps {
  file: UploadFile
  at: number
  all: number
  onMove: (by: -1 | 1) => void
  onDescribe: (alt: string) => void
  onDescribed: () => void
}

/** Tools for the file on the ledge: its order, alternative text and captions. */
export const FileTools = ({ file, at, all, onMove, onDescribe, onDescribed }: ToolsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <Field label={texts.files.alt} labelHidden className="min-w-60 flex-1">
      {(aria) => (
        <TextArea
          {...aria}
          key={file.key}
          rows={1}
          value={file.alt}
          maxLength={MAX_ALT_LENGTH}
          placeholder={texts.files.altPlaceholder}
          className="post-alt"
          onChange={({ target }) => onDescribe(target.value)}
          onBlur={onDescribed}
        />
      )}
    </Field>
    {file.isVideo && !isRefused(file) ? <FileCaptions file={file} /> : null}
    {all < 2 ? null : (
      <div className="flex items-center">
        <IconButton name={texts.files.earlier} aria-disabled={at === 1} onClick={() => onMove(-1)}>
          <ChevronLeft size={20} aria-hidden />
        </IconButton>
        <span className="tnum min-w-12 text-center text-13 text-ink-3">
          {at === 1 ? texts.files.cover : texts.files.position(at, all)}
        </span>
        <IconButton name={texts.files.later} aria-disabled={at === all} onClick={() => onMove(1)}>
          <ChevronRight size={20} aria-hidden />
        </IconButton>
      </div>
    )}
  </div>
)

function FileCaptions({ file }: { file: UploadFile }) {
  const kept = mediaOf(file)
  const { media } = useProcessing(kept?.id, kept)
  return (
    <div className="order-last min-h-5 w-full">
      {media === undefined ? (
        <p className="text-14 text-ink-3">{texts.captions.later}</p>
      ) : (
        <Suspense fallback={null}>
          <PostCaptions
            mediaId={media.id}
            name={file.name}
            has={media.video?.captionsUrl != null}
          />
        </Suspense>
      )}
    </div>
  )
}
