import { useQueryClient } from '@tanstack/react-query'
import { deliverProject } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { LongTextField } from '../actions/action-fields.tsx'
import { deliveryFilesQuery } from './delivery-api.ts'
import { DeliveryUploader } from './upload-field.tsx'
import { texts as room } from '../room/room-texts.ts'
import { NO_NOTE, useNoteDraft, useStepForm } from '../actions/use-step-form.ts'
import type { Problems } from '../../../lib/forms/problems.ts'

const texts = room.deliver

interface DeliverFields {
  note: string
  fileIds: string[]
  /** How many files are still being uploaded. */
  pending: number
}
const EMPTY: DeliverFields = { note: '', fileIds: [], pending: 0 }

const problemsIn = ({ fileIds, pending }: DeliverFields): Problems => {
  if (pending > 0) return { fileIds: texts.pending(pending) }
  return fileIds.length === 0 ? { fileIds: texts.noFiles } : {}
}

/** The files and the note of the next delivery. Uploads and the draft are kept until it is sent. */
export function DeliverForm({ project, viewerId }: { project: Project; viewerId: string }) {
  const { id } = project
  const name = project.client.firstName
  const client = useQueryClient()
  const step = useStepForm<DeliverFields, typeof NO_NOTE>({
    projectId: id,
    empty: EMPTY,
    draft: useNoteDraft(`deliver.${id}`, viewerId),
    check: problemsIn,
    send: ({ note, fileIds }, idempotencyKey) =>
      call(deliverProject, {
        params: { id },
        body: { note: note.trim(), fileIds },
        idempotencyKey,
      }),
    message: () => ({
      title: texts.done,
      description: texts.doneLine(name),
      variant: 'success',
    }),
    // The uploads are part of the delivery now.
    onDone: () => void readAgain(client, [deliveryFilesQuery(id)]),
  })
  const count = step.fields.fileIds.length
  const problem = step.problems.fileIds?.message
  return (
    <form
      noValidate
      aria-labelledby="deliver-heading"
      className="grid gap-5 mt-6 pt-6 border-t border-t-line"
      onSubmit={step.submit}
    >
      <h3 id="deliver-heading" className="display text-20 text-ink">
        {texts.heading}
      </h3>
      <DeliveryUploader
        projectId={id}
        isWrong={problem !== undefined}
        onChange={(files, pending) => {
          step.set('pending', pending)
          step.set(
            'fileIds',
            files.map((file) => file.id),
          )
        }}
      />
      {problem === undefined ? null : <ErrorText text={problem} />}
      <LongTextField
        label={texts.note}
        hint={texts.noteHint}
        value={step.fields.note}
        onChange={(words) => step.set('note', words)}
        optional
      />
      {step.problem === null ? null : <ErrorText text={step.problem} />}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" size={52} busy={step.isBusy && texts.sending}>
          {count === 0 ? texts.send : texts.sendCount(count)}
        </Button>
        <p className="min-w-0 flex-1 text-13 text-ink-3">{texts.rule(name)}</p>
      </div>
    </form>
  )
}
