import './pictures.css'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { fileFingerprint } from '../../../lib/uploads/unfinished.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { UnfinishedFiles } from '../../../ui/form/unfinished-files.tsx'
import type { Handover } from './handover.ts'
import { pictureTexts as texts } from './picture-texts.ts'
import { useBoardPictures } from './use-board-pictures.ts'

const FileRow = lazy(async () => ({
  default: (await import('../../../ui/form/sent-file-row.tsx')).FileRow,
}))

/** A dialog has its own use for files, or none. */
const isCovered = () => document.querySelector('[role$=dialog]') !== null

interface PictureUploadsProps {
  boardId: string
  viewerId: string
  /** Gives what was chosen by the button. */
  handover: Handover
}

/** Pictures on their way to a board, which can also be dropped on it or pasted. */
export function PictureUploads({ boardId, viewerId, handover }: PictureUploadsProps) {
  const pictures = useBoardPictures(boardId, viewerId)
  const { files, pending } = pictures
  const isDraggedOver = useDroppedFiles((dropped) => {
    if (!isCovered()) pictures.choose(dropped)
  })
  const take = useEffectEvent((chosen: readonly File[]) => void pictures.choose(chosen))
  useEffect(() => handover.receive((chosen) => take(chosen)), [handover])
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
      <LeaveGuard
        armed={pending > 0}
        title={texts.leaveTitle}
        text={texts.leaveLine(pending)}
        stay={texts.stay}
        leave={texts.leave}
        // Filters and dialogs of the board are addresses of their own.
        shouldBlock={({ current, next }) => pending > 0 && next.pathname !== current.pathname}
      />
    </>
  )
}
