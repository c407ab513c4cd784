import { openDispute } from '@plinth/contract/projects/project-calls.ts'
import { call } from '../../../lib/api/api.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { LongTextField, SumField } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { readSplit, typedSum } from './split-rules.ts'
import { otherOf } from '../project-texts.ts'
import { useStepForm } from './use-step-form.ts'

/** Asks an admin to rule, or adds the viewer's statement to an open dispute. */
export function DisputeDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const texts = actionTexts.dispute
  const { money, role, status, id } = project
  const isOpen = status === 'disputed'
  // Either side asks for a part of what is held.
  const asksOf = (typed: string) => readSplit(money.held, typed)?.toClient ?? null
  const empty = { typed: typedSum(money.held), text: '' }
  const step = useStepForm({
    projectId: id,
    empty,
    draft: useDraft({ name: `dispute.${id}`, owner: viewerId, empty }),
    check: ({ typed, text }): Problems => ({
      ...(asksOf(typed) === null ? { typed: actionTexts.split.wrong(price(money.held)) } : {}),
      ...(text.trim() === '' ? { text: texts.textWrong } : {}),
    }),
    send: ({ typed, text }, idempotencyKey) =>
      call(openDispute, {
        params: { id },
        body: { text: text.trim(), asks: asksOf(typed) ?? 0 },
        idempotencyKey,
      }),
    message: () =>
      isOpen
        ? { title: texts.doneAdd, variant: 'success' }
        : { title: texts.done, description: texts.doneLine },
    onDone: onClose,
  })
  const { typed, text } = step.fields
  return (
    <ActionDialog
      title={isOpen ? texts.titleAdd : texts.title}
      line={isOpen ? texts.lineAdd(otherOf(project).firstName) : texts.line(price(money.held))}
      confirm={isOpen ? texts.confirmAdd : texts.confirm(price(money.held))}
      isHard={!isOpen}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <LongTextField
        label={texts.text}
        hint={texts.textHint}
        value={text}
        onChange={(words) => step.set('text', words)}
        error={step.problems.text?.message}
        rows={7}
      />
      <SumField
        label={role === 'client' ? texts.asksBack : texts.asksFor}
        error={asksOf(typed) === null ? actionTexts.split.wrong(price(money.held)) : undefined}
        required
        className="tablet:max-w-80"
        typed={typed}
        onChange={(sum) => step.set('typed', sum)}
      />
    </ActionDialog>
  )
}
