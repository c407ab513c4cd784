import { useEffect, useRef, type SyntheticEvent } from 'react'
import {
  useForm,
  useFormState,
  useWatch,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
} from 'react-hook-form'
import { focusProblem } from './focus.ts'
import { resolverOf, type Problems } from './problems.ts'
import type { DraftFile } from '../uploads/use-restored-files.ts'
import type { UsedDraft } from './draft.ts'

export interface SavedFormOptions<F extends FieldValues, D extends object = F> {
  /** The form's initial values. */
  empty: F
  /** Saves the fields, or some of them, until the form has arrived; null for a form without a draft. */
  draft: UsedDraft<D> | null
  /** Finished uploads that belong to the draft. */
  files?: readonly DraftFile[]
  /** False until the draft's files have been checked, so that the draft is not overwritten before. */
  isSettled?: boolean
  /** Problems as sentences by field; a field in a list is named as in `milestones.0.title`. */
  check: (fields: F) => Problems | Promise<Problems>
  /** Loads what `check` needs, as soon as the form is shown. */
  prepare?: () => void
  onWrong?: ((errors: FieldErrors<F>) => void) | undefined
}

/** Called with the fields of a valid form. */
type OnValid<F> = (fields: F, element: HTMLFormElement) => void

/** A form whose content survives a failed send and a reload. Submitting an invalid form focuses the first problem. */
export function useSavedForm<F extends FieldValues, D extends object = F>(
  options: SavedFormOptions<F, D>,
) {
  const { empty, draft, files = [], isSettled = true, prepare } = options
  const element = useRef<HTMLFormElement>(null)
  /** True once it has arrived, so that a later render doesn't save the draft again. */
  const hasArrived = useRef(false)
  const form = useForm<F>({
    defaultValues: { ...empty, ...draft?.saved?.fields } as DefaultValues<F>,
    resolver: resolverOf(options.check),
    shouldFocusError: false,
  })
  const fields = useWatch({ control: form.control }) as F
  const { errors, isDirty } = useFormState({ control: form.control })

  useEffect(() => prepare?.(), [prepare])

  const content = JSON.stringify([fields, files, draft?.key])
  const savedContent = useRef('')
  useEffect(() => {
    // Only after a change, so that a draft discarded on leaving isn't saved again by another render.
    if (!isSettled || hasArrived.current || savedContent.current === content) return
    savedContent.current = content
    draft?.save(fields as unknown as D, files)
  })

  const submitFrom = (from: HTMLFormElement, onValid: OnValid<F>) => {
    element.current = from
    void form.handleSubmit(
      (typed) => onValid(typed, from),
      (wrong) => {
        options.onWrong?.(wrong)
        focusProblem(from)
      },
    )()
  }
  return {
    form,
    control: form.control,
    fields,
    errors,
    isDirty,
    submitFrom,
    submit: (event: SyntheticEvent<HTMLFormElement>, onValid: OnValid<F>) => {
      event.preventDefault()
      submitFrom(event.currentTarget, onValid)
    },
    /** Moves the focus to the first invalid field. */
    focusWrong: () => {
      if (element.current !== null) focusProblem(element.current)
    },
    /** Call when it has arrived: drops the draft. */
    end: () => {
      hasArrived.current = true
      draft?.drop()
    },
    /** Discards what was typed, in the form and in the browser's storage. */
    discard: () => {
      draft?.discard()
      form.reset(empty)
    },
    /** Empties the form for the next entry. */
    restart: () => {
      hasArrived.current = false
      draft?.renewKey()
      form.reset(empty)
    },
  }
}
