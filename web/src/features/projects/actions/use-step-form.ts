import { useFormState, type FieldValues, type Path, type PathValue } from 'react-hook-form'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { useDraft, type DraftOptions } from '../../../lib/forms/draft.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { stateOf, useOutcome, type Outcome } from '../use-step.ts'

interface StepFormOptions<F extends FieldValues, D extends object> extends Outcome {
  viewerId: string
  /** The empty fields of the form. */
  empty: F
  /** The fields that are saved as a draft until the step is made; the others start anew with every visit. */
  draft: DraftOptions<D>
  check: (fields: F) => Problems
  send: (fields: F, idempotencyKey: string) => Promise<Project>
}

/** Sends a step that has a form. */
export function useStepForm<F extends FieldValues, D extends object = F>(
  options: StepFormOptions<F, D>,
) {
  const { viewerId, empty, check, send } = options
  const draft = useDraft<D>({ ...options.draft, owner: viewerId })
  const form = useDraftForm<F, Project, D>({ empty, draft, check, send, ...useOutcome(options) })
  const { isSubmitted } = useFormState({ control: form.control })
  return {
    fields: form.fields,
    problems: form.errors,
    set: (name: Path<F>, value: PathValue<F, Path<F>>) =>
      form.form.setValue(name, value, { shouldValidate: isSubmitted }),
    submitFrom: form.submitFrom,
    ...stateOf(form.isSending, form.error),
  }
}
