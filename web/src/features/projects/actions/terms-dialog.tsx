import { Plus, X } from 'lucide-react'
import { MAX_MILESTONES, MAX_MILESTONE_LENGTH } from '@plinth/contract/limits.ts'
import { offerTerms } from '@plinth/contract/projects/project-calls.ts'
import type { Milestone } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { dayAhead } from '../../../lib/format/days.ts'
import { picksOf, picksTexts, typedPicks } from '../../../lib/format/picks.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { type ProjectDialogProps, ActionDialog } from './action-dialog.tsx'
import { DayField, hirePriceOf, isPromisable, LongTextField, SumField } from './action-fields.tsx'
import { actionTexts } from './action-texts.ts'
import { depositOf, typedSum } from './split-rules.ts'
import { otherOf } from '../project-texts.ts'
import { useNoteDraft, useStepForm } from './use-step-form.ts'

const texts = actionTexts.terms

interface TermsFields {
  /** The price as it is typed. */
  price: string
  deliverBy: string
  milestones: Milestone[]
  /** How many files are in the price, as it is typed. */
  picks: string
  note: string
}

/** Proposes another price, date and milestones, starting from the current ones. */
export function TermsDialog({ project, viewerId, onClose }: ProjectDialogProps) {
  const { id } = project
  const name = otherOf(project).firstName
  const last = project.offers.find(({ kind }) => kind === 'terms')
  const known = last?.price ?? project.price
  const step = useStepForm<TermsFields, Pick<TermsFields, 'note'>>({
    projectId: id,
    empty: {
      price: known === null ? '' : typedSum(known),
      deliverBy: last?.deliverBy ?? project.deliverBy ?? '',
      milestones: last?.milestones ?? [],
      picks: typedPicks(last === undefined ? project.picks : last.picks),
      note: '',
    },
    draft: useNoteDraft(`terms.${id}`, viewerId),
    check: ({ price: typed, deliverBy, picks }): Problems => ({
      ...(hirePriceOf(typed) === null ? { price: actionTexts.sumWrong } : {}),
      ...(isPromisable(deliverBy) ? {} : { deliverBy: actionTexts.dateWrong }),
      ...(picksOf(picks) === undefined ? { picks: picksTexts.wrong } : {}),
    }),
    send: ({ price: typed, deliverBy, milestones, picks, note }, idempotencyKey) =>
      call(offerTerms, {
        params: { id },
        body: {
          price: hirePriceOf(typed) ?? 0,
          deliverBy,
          milestones: milestones.filter(({ title }) => title.trim() !== ''),
          picks: picksOf(picks) ?? null,
          note: note.trim(),
        },
        idempotencyKey,
      }),
    message: () => ({
      title: texts.done,
      description: texts.doneLine(name),
      variant: 'success',
    }),
    onDone: onClose,
  })
  const { price: typed, deliverBy, milestones, picks, note } = step.fields
  const sum = hirePriceOf(typed)
  return (
    <ActionDialog
      title={texts.title}
      line={texts.line(name)}
      confirm={texts.confirm(sum === null ? null : price(sum))}
      busy={texts.busy}
      step={step}
      onClose={onClose}
      onConfirm={step.submitFrom}
    >
      <SumField
        label={texts.price}
        hint={sum === null ? undefined : texts.half(depositOf({ price: sum }))}
        error={step.problems.price?.message}
        required
        className="tablet:max-w-80"
        typed={typed}
        onChange={(words) => step.set('price', words)}
      />
      <DayField
        value={deliverBy}
        onChange={(day) => step.set('deliverBy', day)}
        error={step.problems.deliverBy?.message}
      />
      <Field
        label={picksTexts.label}
        hint={picksTexts.hint}
        error={step.problems.picks?.message}
        optional
        className="tablet:max-w-80"
      >
        {(aria) => (
          <TextInput
            {...aria}
            inputMode="numeric"
            autoComplete="off"
            className="tnum"
            value={picks}
            onChange={({ target }) => step.set('picks', target.value)}
          />
        )}
      </Field>
      <MilestoneRows milestones={milestones} onChange={(rows) => step.set('milestones', rows)} />
      <LongTextField
        label={actionTexts.note}
        value={note}
        onChange={(words) => step.set('note', words)}
        optional
      />
    </ActionDialog>
  )
}

function MilestoneRows({
  milestones,
  onChange,
}: {
  milestones: readonly Milestone[]
  onChange: (milestones: Milestone[]) => void
}) {
  const patch = (at: number, change: Partial<Milestone>) =>
    onChange(milestones.map((one, index) => (index === at ? { ...one, ...change } : one)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-14 font-semibold text-ink">
        {texts.milestones}
        <span className="font-normal text-ink-3"> optional</span>
      </legend>
      <ol className="grid gap-2">
        {milestones.map(({ title, due }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no name but their place
          <li key={index} className="terms-row">
            <TextInput
              aria-label={texts.milestone(index + 1)}
              value={title}
              maxLength={MAX_MILESTONE_LENGTH}
              onChange={({ target }) => patch(index, { title: target.value })}
            />
            <DateInput
              aria-label={texts.milestoneDay(index + 1)}
              value={due ?? ''}
              min={dayAhead(0)}
              onChange={({ target }) =>
                patch(index, { due: target.value === '' ? null : target.value })
              }
            />
            <IconButton
              name={texts.remove(index + 1)}
              onClick={() => onChange(milestones.filter((_, at) => at !== index))}
            >
              <X size={18} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
      {milestones.length < MAX_MILESTONES ? (
        <Button
          className="mt-2"
          onClick={() => onChange([...milestones, { title: '', due: null }])}
        >
          <Plus size={18} aria-hidden />
          {texts.add}
        </Button>
      ) : null}
    </fieldset>
  )
}
