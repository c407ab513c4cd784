import { useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { addProof, type OwnCase } from '@plinth/contract/moderation/cases.ts'
import { MAX_PROJECT_TEXT, MAX_PROOF_FILES } from '@plinth/contract/limits.ts'
import { finishUpload } from '@plinth/contract/media/media.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { putAnswer } from '../../lib/cache/writes.ts'
import { useDraft } from '../../lib/forms/draft.ts'
import { useFilesForm } from '../../lib/forms/use-files-form.ts'
import { acceptOf, ANY_KIND, refusalOf } from '../../lib/uploads/file-rules.ts'
import { isPaused, isRefused, type UploadFile } from '../../lib/uploads/files.ts'
import { importSending } from '../../lib/uploads/media-api.ts'
import { fileFingerprint } from '../../lib/uploads/unfinished.ts'
import { useDroppedFiles } from '../../lib/uploads/use-dropped-files.ts'
import { useRestoredFiles } from '../../lib/uploads/use-restored-files.ts'
import { useUploads } from '../../lib/uploads/use-uploads.ts'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { showError, toast } from '../../ui/feedback/toast.ts'
import { ChooseFile } from '../../ui/form/choose-file.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FileRow } from '../../ui/form/sent-file-row.tsx'
import { TextArea } from '../../ui/form/text-input.tsx'
import { ownCaseQuery } from './case-api.ts'
import { proofFormTexts as texts } from './case-texts.ts'

const ACCEPTED = acceptOf(ANY_KIND)
const EMPTY = { text: '' }

interface ProofFormProps {
  of: OwnCase
  viewerId: string
}

/** Words and files for a case. What was typed and uploaded stays as a draft until it has been sent. */
export function ProofForm({ of, viewerId }: ProofFormProps) {
  const [round, setRound] = useState(0)
  // A sent form ends, and the next proof is a new one.
  return <OneProof key={round} of={of} viewerId={viewerId} onSent={() => setRound(round + 1)} />
}

function OneProof({ of, viewerId, onSent }: ProofFormProps & { onSent: () => void }) {
  const { id: caseId, kind, subjectId } = of
  const client = useQueryClient()
  const draft = useDraft({ name: `proof.${caseId}`, owner: viewerId, empty: EMPTY })
  const uploads = useProofUploads(caseId, viewerId)
  const { files } = uploads
  const restored = useRestoredFiles(draft.saved?.files ?? [], { onFound: uploads.restore })
  const form = useFilesForm<typeof EMPTY, OwnCase>({
    empty: EMPTY,
    draft,
    uploads,
    restored,
    onUnarrived: () => undefined,
    check: ({ text }) =>
      text.trim() === '' && files.every(isRefused) ? { text: texts.nothing } : {},
    isReady: (sound, isShort) => !isShort && hasAllArrived(sound),
    send: ({ text }, idempotencyKey) =>
      call(addProof, {
        params: { kind, id: subjectId },
        body: { text: text.trim(), fileIds: uploads.mediaIds },
        idempotencyKey,
      }),
    onSent: (answer) => {
      putAnswer(client, ownCaseQuery(kind, subjectId), answer)
      toast({ title: texts.sent, variant: 'success' })
      onSent()
    },
  })
  const isDraggedOver = useDroppedFiles(uploads.choose)
  return (
    <form noValidate onSubmit={form.submit} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <FormField
        control={form.control}
        name="text"
        label={texts.text}
        hint={kind === 'dispute' ? texts.hint.dispute : texts.hint.other}
      >
        {(aria, field) => <TextArea {...aria} {...field} rows={5} maxLength={MAX_PROJECT_TEXT} />}
      </FormField>
      {files.length === 0 ? null : (
        <ul className="flex flex-col gap-1">
          {files.map((file) => (
            <FileRow key={file.key} file={file} {...uploads} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ChooseFile
          accept={ACCEPTED}
          multiple
          className={buttonVariants({ variant: 'secondary' })}
          onFiles={uploads.choose}
        >
          <Paperclip size={18} aria-hidden />
          {isDraggedOver ? texts.dropNow : texts.add}
        </ChooseFile>
        <p className="min-w-0 flex-1 text-13 text-ink-3">{texts.limits}</p>
      </div>
      {form.error === null ? null : <ErrorText text={sentenceOf(form.error, texts.failed)} />}
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={
            form.waiting === null ? form.isSending && texts.sending : texts.waiting(form.waiting)
          }
        >
          {texts.send}
        </Button>
      </div>
    </form>
  )
}

function hasAllArrived(sound: readonly UploadFile[]): boolean {
  const unarrived = sound.find((file) => isPaused(file) || file.upload.phase === 'broken')
  if (unarrived) showError(texts.unarrivedTitle, texts.unarrived(unarrived.name))
  return unarrived === undefined
}

/** Uploads that name the case, so that they are refused before they are sent if they come too late. */
const useProofUploads = (caseId: string, viewerId: string) =>
  useUploads({
    viewerId,
    place: `case/${caseId}`,
    most: MAX_PROOF_FILES,
    refusalOf: (file) => {
      const refusal = refusalOf(file, ANY_KIND)
      return refusal && texts[refusal](file.name)
    },
    onTooMany: () => showError(texts.tooManyTitle, texts.tooMany),
    send: async (file, { signal, onEvent }) => {
      const { sendFile } = await importSending()
      signal.throwIfAborted()
      return sendFile(file, {
        viewerId,
        place: `case/${caseId}`,
        fingerprint: fileFingerprint(file),
        metadata: { purpose: 'evidence', case: caseId },
        refusesForGood: true,
        finish: async (id) => {
          const answer = await call(finishUpload, { params: { id }, query: {}, signal })
          return 'url' in answer ? answer : null
        },
        signal,
        onEvent,
      })
    },
  })
