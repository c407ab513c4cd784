import './add-files.css'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_ROOM_FILES, MAX_ROOM_WORKS } from '@plinth/contract/limits.ts'
import type { RoomWork } from '@plinth/contract/proofing/own.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { asksToSignIn } from '../../../lib/api/errors.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { acceptOf, ANY_KIND, refusalOf } from '../../../lib/uploads/file-rules.ts'
import { isPending, mediaOf } from '../../../lib/uploads/files.ts'
import { fileFingerprint } from '../../../lib/uploads/unfinished.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import { useUploads, type Uploads } from '../../../lib/uploads/use-uploads.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { FileRow } from '../../../ui/form/sent-file-row.tsx'
import { UnfinishedFiles } from '../../../ui/form/unfinished-files.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { addTexts as texts } from './add-texts.ts'
import { useAddFiles } from './own-api.ts'
import { planVersions } from './version-rules.ts'
import { WorkChoice } from './work-choice.tsx'

interface AddFilesProps {
  room: ProofRoom
  viewerId: string
  open: boolean
  onClose: () => void
}

const ACCEPTED = acceptOf(ANY_KIND)

/** Chooses files from the computer and works, says what each becomes, and puts them into a room. */
export function AddFiles({ room, viewerId, open, onClose }: AddFilesProps) {
  const add = useAddFiles()
  const [works, setWorks] = useState<readonly RoomWork[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  // Closing the dialog stops no upload.
  const uploads = useUploads({
    viewerId,
    place: `proof/${room.id}`,
    most: MAX_ROOM_WORKS,
    refusalOf: (file) => {
      const refusal = refusalOf(file, ANY_KIND)
      return refusal && texts[refusal](file.name)
    },
    onTooMany: () => showError(texts.tooManyTitle, texts.tooMany),
    takesDocuments: true,
  })
  const sending = useSendOnce({
    send: ({ workIds, mediaIds }: { workIds: string[]; mediaIds: string[] }, key) =>
      add(
        room.id,
        {
          ...(workIds.length === 0 ? {} : { workIds }),
          ...(mediaIds.length === 0 ? {} : { mediaIds }),
        },
        key,
      ),
    onSent: (_, { workIds, mediaIds }) => {
      setWorks([])
      uploads.letGo()
      onClose()
      toast({ title: texts.added(workIds.length + mediaIds.length), variant: 'success' })
    },
  })

  const there = room.things.reduce((sum, { versions }) => sum + versions.length, 0)
  const left = Math.max(0, MAX_ROOM_FILES - there)
  const arrived = uploads.files.flatMap((file) => mediaOf(file) ?? [])
  const chosen = [...works, ...arrived]
  const plan = planVersions(room.things, chosen)
  const waiting = uploads.files.filter(isPending).length
  const problemNow = (): string | null => {
    const stopped = uploads.files.find(
      ({ upload }) => upload.phase === 'paused' || upload.phase === 'broken',
    )
    if (stopped !== undefined) return texts.unarrived(stopped.name)
    if (chosen.length === 0) return texts.noFiles
    if (works.length > MAX_ROOM_WORKS) return texts.tooManyWorks
    return chosen.length > left ? texts.full(left) : null
  }
  const send = () => {
    const wrong = problemNow()
    setProblem(wrong)
    if (wrong === null && waiting === 0)
      sending.send({
        workIds: works.map(({ id }) => id),
        mediaIds: arrived.map(({ id }) => id),
      })
  }
  const failed = asksToSignIn(sending.error) ? null : sending.error
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={texts.title}
      description={texts.rule}
    >
      <FromComputer viewerId={viewerId} roomId={room.id} uploads={uploads} />
      <h3 className="mt-6 text-14 font-semibold text-ink">{texts.works}</h3>
      <p className="text-13 text-ink-3">{texts.worksLine}</p>
      <WorkChoice
        chosen={works}
        onChange={(now) => {
          setWorks(now)
          setProblem(null)
        }}
      />
      <h3 className="mt-6 text-14 font-semibold text-ink">{texts.plan}</h3>
      <div role="status">
        {chosen.length === 0 ? (
          <p className="add-plan text-14 text-ink-3">{texts.nothing}</p>
        ) : (
          <ul className="add-plan">
            {chosen.map(({ id, fileName }, at) => (
              <li key={id} className="text-14 text-ink-2">
                <span className="wrap-anywhere text-ink">{fileName}</span>
                {`: ${texts.becomes(plan[at] ?? null)}`}
              </li>
            ))}
          </ul>
        )}
      </div>
      {problem === null ? null : <ErrorText text={problem} />}
      {failed === null ? null : <ErrorText text={sentenceOf(failed, texts.addFailed)} />}
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          variant="primary"
          busy={(waiting > 0 && texts.uploading(waiting)) || (sending.isSending && texts.adding)}
          onClick={send}
        >
          {texts.add(chosen.length)}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface FromComputerProps {
  viewerId: string
  roomId: string
  uploads: Uploads
}

/** Files that are chosen, dropped or pasted while the dialog is open. The button comes first, so that it gets the focus. */
function FromComputer({ viewerId, roomId, uploads }: FromComputerProps) {
  const isOver = useDroppedFiles(uploads.choose)
  return (
    <div role="group" aria-label={texts.computer} className="mt-5">
      <p className="text-14 font-semibold text-ink">{texts.computer}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <ChooseFile
          accept={ACCEPTED}
          multiple
          className={buttonVariants({ variant: 'secondary' })}
          onFiles={uploads.choose}
        >
          <Plus size={18} aria-hidden />
          {isOver ? texts.dropNow : texts.choose}
        </ChooseFile>
        <p className="text-13 text-ink-3">{texts.limits}</p>
      </div>
      {uploads.files.length === 0 ? null : (
        <ul aria-label={texts.uploads} className="mt-1 flex flex-col gap-1">
          {uploads.files.map((file) => (
            <FileRow key={file.key} file={file} {...uploads} />
          ))}
        </ul>
      )}
      <UnfinishedFiles
        viewerId={viewerId}
        place={`proof/${roomId}`}
        chosen={uploads.files.map(({ file }) => (file === null ? null : fileFingerprint(file)))}
      />
    </div>
  )
}
