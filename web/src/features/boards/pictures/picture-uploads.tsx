import './pictures.css'
import { useBlocker } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { fileFingerprint } from '../../../lib/uploads/unfinished.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { buttonVariants, type ButtonVariants } from '../../../ui/actions/button-variants.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { UnfinishedFiles } from '../../../ui/form/unfinished-files.tsx'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { pictureTexts as texts } from './picture-texts.ts'
import { ACCEPTED, type BoardPictures } from './use-board-pictures.ts'

const FileRow = lazy(async () => ({
  default: (await import('../../../ui/form/sent-file-row.tsx')).FileRow,
}))

interface AddPicturesProps {
  pictures: BoardPictures
  variant: ButtonVariants['variant']
}

/** Chooses pictures for a board. */
export const AddPictures = ({ pictures, variant }: AddPicturesProps) => (
  <ChooseFile
    accept={ACCEPTED}
    multiple
    className={buttonVariants({ variant })}
    onFiles={pictures.choose}
  >
    <ImagePlus size={18} aria-hidden />
    {texts.add}
  </ChooseFile>
)

/** A dialog has its own use for files, or none. */
const isCovered = () => document.querySelector('[role$=dialog]') !== null

interface PictureUploadsProps {
  boardId: string
  viewerId: string
  pictures: BoardPictures
}

/** Pictures on their way to a board, which can also be dropped on it or pasted. */
export function PictureUploads({ boardId, viewerId, pictures }: PictureUploadsProps) {
  const { files, pending } = pictures
  const isDraggedOver = useDroppedFiles((dropped) => {
    if (!isCovered()) pictures.choose(dropped)
  })
  const blocker = useBlocker({
    // Filters and dialogs of the board are addresses of their own.
    shouldBlockFn: ({ current, next }) => pending > 0 && next.pathname !== current.pathname,
    enableBeforeUnload: () => pending > 0,
    withResolver: true,
  })
  return (
    <>
      <UnfinishedFiles
        viewerId={viewerId}
        place={`board/${boardId}`}
        chosen={files.map(({ file }) => (file === null ? null : fileFingerprint(file)))}
      />
      {files.length === 0 ? null : (
        <div className="board-uploads">
          <p className="text-13 text-ink-3">{texts.who}</p>
          <Suspense fallback={null}>
            <ul aria-label={texts.list}>
              {files.map((file) => (
                <FileRow key={file.key} file={file} {...pictures} />
              ))}
            </ul>
          </Suspense>
        </div>
      )}
      {isDraggedOver ? (
        <div className="board-drop" aria-hidden>
          {texts.drop}
        </div>
      ) : null}
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        onOpenChange={(stays) => {
          if (!stays) blocker.reset?.()
        }}
        title={texts.leaveTitle}
        description={texts.leaveLine(pending)}
        keep={texts.stay}
        confirm={texts.leave}
        onConfirm={() => blocker.proceed?.()}
      />
    </>
  )
}
