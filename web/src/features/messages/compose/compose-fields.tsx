import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import type { RestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { composeTexts as texts } from './compose-texts.ts'

interface TextFieldProps<F extends FieldValues> {
  control: Control<F>
  name: FieldPath<F>
  label: string
  hint?: string
  required?: boolean
  optional?: boolean
  /** Of a text of several lines. */
  lines?: number
}

export const TextField = <F extends FieldValues>({
  control,
  name,
  lines,
  ...words
}: TextFieldProps<F>) => (
  <Controller
    control={control}
    name={name}
    render={({ field, fieldState }) => (
      <Field {...words} error={fieldState.error?.message}>
        {(aria) =>
          lines === undefined ? (
            <TextInput {...aria} {...field} autoComplete="off" />
          ) : (
            <TextArea {...aria} {...field} rows={lines} className="compose-text" />
          )
        }
      </Field>
    )}
  />
)

/** Says that something unsent has come back, what of it is missing, and how to be rid of it. */
const Draft = ({ restored, onDiscard }: { restored: RestoredFiles; onDiscard: () => void }) => (
  <p className="text-14 text-ink-2">
    <span role="status">
      {texts.draft.restored}
      {restored.gone === 0 ? null : ` ${texts.draft.gone(restored.gone)}`}
      {restored.unsure.length === 0 ? null : ` ${texts.draft.unsure}`}
    </span>{' '}
    <button type="button" className="text-link hit" onClick={onDiscard}>
      {texts.draft.discard}
    </button>
  </p>
)

interface ComposeFormProps {
  writing: {
    restored: RestoredFiles | null
    discard: () => void
    submit: (event: SyntheticEvent<HTMLFormElement>) => void
    isSending: boolean
    waiting: number | null
  }
  words: { send: string; sending: string }
  onCancel: () => void
  children: ReactNode
}

/** A form that sends a message: its fields, and the one decision at its foot. */
export function ComposeForm({ writing, words, onCancel, children }: ComposeFormProps) {
  const { restored, discard, submit, isSending, waiting } = writing
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The dialog stood open before it was known whom it is for: what had the focus then was a makeshift.
    const dialog = element.current?.closest('[role=dialog]')
    if (dialog?.contains(document.activeElement) === true) focusText(dialog)
  }, [])
  return (
    <form ref={element} noValidate className="form-dialog-body" onSubmit={submit}>
      {restored === null ? null : <Draft restored={restored} onDiscard={discard} />}
      {children}
      <div className="form-dialog-foot justify-end!">
        <Button size={52} className="max-tablet:hidden" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button
          type="submit"
          variant="primary"
          size={52}
          className="min-w-52 max-tablet:flex-1"
          busy={(isSending && words.sending) || (waiting !== null && texts.waiting(waiting))}
        >
          {words.send}
        </Button>
      </div>
    </form>
  )
}

/** One begins with what one has to say; the subject is there, or need not be. True where there is a text. */
export function focusText(within: Element): boolean {
  const text = within.querySelector('textarea')
  text?.focus()
  return text !== null
}
