import { useQueryClient } from '@tanstack/react-query'
import { readProofComments } from '@plinth/contract/proofing/exports.ts'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { sendForm } from '../../../lib/api/api.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { proofMarksQuery } from '../proof-api.ts'
import { texts as all } from './export-texts.ts'

const texts = all.dialog

/** Makes marks of the comments in a copy of the shown document. */
export function ReadDialog({
  roomId,
  version,
  onClose,
}: {
  roomId: string
  version: ProofVersion
  onClose: () => void
}) {
  const client = useQueryClient()
  const reading = useSendOnce({
    send: (file: File) =>
      sendForm(readProofComments, file, { params: { id: roomId, versionId: version.id } }),
    onSent: () => readAgain(client, [proofMarksQuery(roomId)]),
  })
  const { answer, error, body } = reading
  return (
    <Dialog
      open
      onOpenChange={whenClosed(onClose)}
      title={texts.title}
      description={texts.text(version.fileName)}
      width="small"
    >
      <div role="status" className="pt-4 text-16">
        {answer === undefined || reading.isSending ? null : texts.result(answer)}
      </div>
      {error === null ? null : <ErrorText text={refusedOr(error, texts.failed)} />}
      <div className="proof-write-acts">
        {error === null || body === undefined ? null : (
          <Button variant="quiet" onClick={() => reading.send(body)}>
            {texts.again}
          </Button>
        )}
        {answer === undefined ? null : (
          <Button variant="quiet" onClick={onClose}>
            {texts.done}
          </Button>
        )}
        <ChooseFile
          accept="application/pdf,.pdf"
          isWrong={error !== null}
          className={buttonVariants({ variant: 'primary' })}
          onFiles={([file]) => {
            if (file !== undefined) reading.send(file)
          }}
        >
          {reading.isSending ? texts.reading : texts.choose}
        </ChooseFile>
      </div>
    </Dialog>
  )
}
