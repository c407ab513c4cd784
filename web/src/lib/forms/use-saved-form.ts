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
import { prepareChecker, resolverOf, type Problems } from './problems.ts'
import type { DraftFile } from '../uploads/restored-files.ts'
import type { UsedDraft } from './draft.ts'

export interface SavedFormOptions<F extends FieldValues, D extends object = F> {
  /** What the form holds before anybody has typed. */
  empty: F
  /** Where what was typed waits until it has arrived, or some of its fields; null where it does not. */
  draft: UsedDraft<D> | null
  /** Finished uploads that belong to the draft. */
  files?: readonly DraftFile[]
  /** False as long as it is not known what is left of a draft: it is not written over then. */
  isSettled?: boolean
  /** What is wrong, in sentences by field; one of a list's is named as in `milestones.0.title`. */
  check: (fields: F) => Problems | Promise<Problems>
  /** It is checked against the contract: what does that is loaded with the form. */
  isContractChecked?: boolean
  onWrong?: ((errors: FieldErrors<F>) => void) | undefined
}

/** What is done with a form that nothing is wrong with. */
type OnRight<F> = (fields: F, element: HTMLFormElement) => void

/**
 * A form whose contents survive a failed sending and a reload, and whose problems take the focus to the first of them.
 */
export function useSavedForm<F extends FieldValues, D extends object = F>(
  options: SavedFormOptions<F, D>,
) {
  const { empty, draft, files = [], isSettled = true, isContractChecked = false } = options
  const element = useRef<HTMLFormElement>(null)
  /** It has arrived: a drawing that does not know yet must not keep it again. */
  const isOver = useRef(false)
  const form = useForm<F>({
    defaultValues: { ...empty, ...draft?.saved?.fields } as DefaultValues<F>,
    resolver: resolverOf(options.check),
    shouldFocusError: false,
  })
  const fields = useWatch({ control: form.control }) as F
  const { errors, isDirty } = useFormState({ control: form.control })

  useEffect(() => {
    if (isContractChecked) prepareChecker()
  }, [isContractChecked])

  const content = JSON.stringify([fields, files, draft?.key])
  const keptContent = useRef('')
  useEffect(() => {
    // Only with a change: what was thrown away on leaving must not come back with another drawing.
    if (!isSettled || isOver.current || keptContent.current === content) return
    keptContent.current = content
    draft?.save(fields as unknown as D, files)
  })

  const submitFrom = (from: HTMLFormElement, onRight: OnRight<F>) => {
    element.current = from
    void form.handleSubmit(
      (typed) => onRight(typed, from),
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
    submit: (event: SyntheticEvent<HTMLFormElement>, onRight: OnRight<F>) => {
      event.preventDefault()
      submitFrom(event.currentTarget, onRight)
    },
    /** Takes the focus to the first field with something wrong. */
    focusWrong: () => {
      if (element.current !== null) focusProblem(element.current)
    },
    /** It has arrived and waits no longer. */
    end: () => {
      isOver.current = true
      draft?.drop()
    },
    /** Throws away what was typed, here and in the browser's store. */
    discard: () => {
      draft?.discard()
      form.reset(empty)
    },
    /** The same form for something else. */
    restart: () => {
      isOver.current = false
      draft?.renewKey()
      form.reset(empty)
    },
  }
}
