import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MAX_MEDIA_BYTES, MAX_SHOWN_FILES } from '@plinth/contract/limits.ts'
import { showInPortfolio } from '@plinth/contract/projects/showing-calls.ts'
import type { DeliveryFile, Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import { CheckRow } from '../../../ui/form/check-row.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { ActionDialog } from '../actions/action-dialog.tsx'
import { useStep } from '../use-step.ts'
import { showingTexts as texts } from './showing-texts.ts'

interface ShowDialogProps {
  project: Project
  onClose: () => void
}

const isFit = ({ kind, bytes }: DeliveryFile): boolean =>
  kind !== 'other' && bytes <= MAX_MEDIA_BYTES

/** Chooses which delivered files become a draft. The first of them is its cover. */
export function ShowDialog({ project: { id, deliveries }, onClose }: ShowDialogProps) {
  const navigate = useNavigate()
  const files = deliveries[0]?.files ?? []
  const fit = files.filter(isFit)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = fit.filter((file) => !left.has(file.id))
  const step = useStep({
    projectId: id,
    send: (fileIds: string[], idempotencyKey) =>
      call(showInPortfolio, { params: { id }, body: { fileIds }, idempotencyKey }),
    message: () => ({ title: texts.made, description: texts.madeLine, variant: 'success' }),
    onDone: ({ showing }) => {
      onClose()
      if (showing?.workId != null)
        void navigate({ to: '/portfolio/$id', params: { id: showing.workId } })
    },
  })
  const toggle = (fileId: string, isShown: boolean) => {
    const next = new Set(left)
    if (isShown) next.delete(fileId)
    else next.add(fileId)
    setLeft(next)
    setProblem(null)
  }
  const roleOf = (file: DeliveryFile) =>
    left.has(file.id) ? texts.left : file === chosen[0] ? texts.cover : texts.also
  return (
    <ActionDialog
      title={texts.makeTitle}
      line={texts.makeLine}
      confirm={texts.make}
      busy={texts.making}
      step={step}
      onClose={onClose}
      onConfirm={() => {
        if (chosen.length === 0) setProblem(texts.none)
        else if (chosen.length > MAX_SHOWN_FILES) setProblem(texts.tooMany(MAX_SHOWN_FILES))
        else step.run(chosen.map((file) => file.id))
      }}
    >
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="mb-2 text-14 font-semibold text-ink">{texts.files}</legend>
        {fit.map((file) => (
          <CheckRow
            key={file.id}
            label={file.fileName}
            note={roleOf(file)}
            checked={!left.has(file.id)}
            onChange={(checked) => toggle(file.id, checked)}
          />
        ))}
      </fieldset>
      {fit.length < files.length ? (
        <p className="text-13 text-ink-3">{texts.unfit(files.length - fit.length)}</p>
      ) : null}
      {problem === null ? null : <ErrorText text={problem} />}
    </ActionDialog>
  )
}
