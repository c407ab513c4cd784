import { useFormState, type FieldValues, type Path, type PathValue } from 'react-hook-form'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm, type DraftFormOptions } from '../../../lib/forms/use-draft-form.ts'
import { stateOf, useOutcome, type Outcome } from '../use-step.ts'

type StepFormOptions<F extends FieldValues, D extends object> = Outcome &
  Pick<DraftFormOptions<F, Project, D>, 'empty' | 'draft' | 'check' | 'send' | 'resume'>

export const NO_NOTE = { note: '' }

/** The draft of a step of which only the note is saved; its other fields start anew with every visit. */
export const useNoteDraft = (name: string, owner: string) =>
  useDraft({ name, owner, empty: NO_NOTE })

/** Sends a step that has a form. */
export function useStepForm<F extends FieldValues, D extends object = F>(
  options: StepFormOptions<F, D>,
) {
  const form = useDraftForm<F, Project, D>({ ...options, ...useOutcome(options) })
  const { isSubmitted } = useFormState({ control: form.control })
  return {
    fields: form.fields,
    problems: form.errors,
    set: (name: Path<F>, value: PathValue<F, Path<F>>) =>
      form.form.setValue(name, value, { shouldValidate: isSubmitted }),
    submit: form.submit,
    submitFrom: form.submitFrom,
    ...stateOf(form.isSending, form.error),
  }
}
