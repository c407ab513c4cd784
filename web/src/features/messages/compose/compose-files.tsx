import { Paperclip } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { MAX_MESSAGE_MEDIA } from '@plinth/contract/limits.ts'
import { acceptOf, ANY_KIND, refusalOf } from '../../../lib/uploads/file-rules.ts'
import type { UploadFile } from '../../../lib/uploads/files.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { type Uploads, useUploads } from '../../../lib/uploads/use-uploads.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { showError } from '../../../ui/feedback/toast.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import type { RowActions } from '../../../ui/form/sent-file-row.tsx'
import { composeTexts as texts } from './compose-texts.ts'

export const ACCEPTED = acceptOf(ANY_KIND)

// Needed with the first file, and loaded before anybody has chosen one.
const importRow = () => import('../../../ui/form/sent-file-row.tsx')
const FileRow = lazy(async () => ({ default: (await importRow()).FileRow }))

/** The files of an unsent message; nothing without any. */
export function MessageFiles({
  files,
  actions,
}: {
  files: readonly UploadFile[]
  actions: RowActions
}) {
  useEffect(() => void importRow(), [])
  if (files.length === 0) return null
  return (
    <Suspense fallback={null}>
      <ul aria-label={texts.files.label} className="flex flex-col gap-1">
        {files.map((file) => (
          <FileRow key={file.key} file={file} {...actions} />
        ))}
      </ul>
    </Suspense>
  )
}

/** The files of a message with a button to add more, which can also be dropped or pasted. */
export function FilesField({ uploads }: { uploads: Uploads }) {
  const isDraggedOver = useDroppedFiles(uploads.choose)
  return (
    <div className="flex flex-col gap-2">
      <MessageFiles files={uploads.files} actions={uploads} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ChooseFile
          accept={ACCEPTED}
          multiple
          className={buttonVariants({ variant: 'secondary' })}
          onFiles={uploads.choose}
        >
          <Paperclip size={18} aria-hidden />
          {isDraggedOver ? texts.files.dropNow : texts.files.add}
        </ChooseFile>
        <p className="min-w-0 flex-1 text-13 text-ink-3">{texts.files.limits}</p>
      </div>
    </div>
  )
}

function refusalSentence(file: File): string | null {
  const refusal = refusalOf(file, ANY_KIND)
  return refusal && texts.files[refusal](file.name)
}

/** The uploads of an unsent message. */
export const useMessageUploads = (viewerId: string) =>
  useUploads({
    viewerId,
    place: 'message',
    most: MAX_MESSAGE_MEDIA,
    takesDocuments: true,
    refusalOf: refusalSentence,
    onTooMany: () => showError(texts.files.tooManyTitle, texts.files.tooMany),
  })
