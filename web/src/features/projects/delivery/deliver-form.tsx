import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deliverProject } from '@plinth/contract/projects/project-calls.ts'
import type { DeliveryFile, Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { LongTextField } from '../actions/action-fields.tsx'
import { deliveryFilesQuery } from './delivery-api.ts'
import { DeliveryUploader } from './upload-field.tsx'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { texts as room } from '../room/room-texts.ts'
import { useStep } from '../use-step.ts'

const texts = room.deliver

/** The files and the note of the next delivery. Uploads and the draft are kept until it is sent. */
export function DeliverForm({ project, viewerId }: { project: Project; viewerId: string }) {
  const { id } = project
  const name = project.client.firstName
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly DeliveryFile[]>([])
  const [pending, setPending] = useState(0)
  const [isTried, setTried] = useState(false)
  const note = useTextDraft(`deliver.${id}`, viewerId)
  const step = useStep({
    projectId: id,
    send: (body: { note: string; fileIds: string[] }, idempotencyKey) =>
      call(deliverProject, { params: { id }, body, idempotencyKey }),
    message: () => ({
      title: texts.done,
      description: texts.doneLine(name),
      variant: 'success',
    }),
    onDone: () => {
      note.drop()
      // The uploads are part of the delivery now.
      void readAgain(client, [deliveryFilesQuery(id)])
    },
  })
  const count = files.length
  const problem = pending > 0 ? texts.pending(pending) : count === 0 ? texts.noFiles : null
  return (
    <form
      noValidate
      aria-labelledby="deliver-heading"
      className="grid gap-5 mt-6 pt-6 border-t border-t-line"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problem === null)
          step.run({ note: note.text.trim(), fileIds: files.map((file) => file.id) })
      }}
    >
      <h3 id="deliver-heading" className="display text-20 text-ink">
        {texts.heading}
      </h3>
      <DeliveryUploader
        projectId={id}
        onChange={(arrived, onTheWay) => {
          setFiles(arrived)
          setPending(onTheWay)
        }}
      />
      {isTried && problem !== null ? <ErrorText text={problem} /> : null}
      <LongTextField
        label={texts.note}
        hint={texts.noteHint}
        value={note.text}
        onChange={note.setText}
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
