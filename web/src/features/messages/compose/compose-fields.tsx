import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { RestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { composeTexts as texts } from './compose-texts.ts'

interface TextFieldProps<F extends FieldValues> {
  control: Control<F>
  name: FieldPath<F>
  label: string
  hint?: string
  required?: boolean
  optional?: boolean
  /** The height in lines of a multi-line field; one line when left out. */
  lines?: number
}

export const TextField = <F extends FieldValues>({
  control,
  name,
  lines,
  ...words
}: TextFieldProps<F>) => (
  <FormField control={control} name={name} {...words}>
    {(aria, field) =>
      lines === undefined ? (
        <TextInput {...aria} {...field} autoComplete="off" />
      ) : (
        <TextArea {...aria} {...field} rows={lines} className="compose-text" />
      )
    }
  </FormField>
)

/** Shows that a draft was restored and which files are missing, with a button to discard it. */
const RestoredDraft = ({
  restored,
  onDiscard,
}: {
  restored: RestoredFiles
  onDiscard: () => void
}) => (
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

/** A form that sends a message: its fields, with the buttons below. */
export function ComposeForm({ writing, words, onCancel, children }: ComposeFormProps) {
  const { restored, discard, submit, isSending, waiting } = writing
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The dialog opened before the receiver had loaded, so the focus went elsewhere first.
    const dialog = element.current?.closest('[role=dialog]')
    if (dialog?.contains(document.activeElement) === true) focusText(dialog)
  }, [])
  return (
    <form ref={element} noValidate className="form-dialog-body" onSubmit={submit}>
      {restored === null ? null : <RestoredDraft restored={restored} onDiscard={discard} />}
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

/** Focuses the message field rather than the subject, which is filled in or optional. Returns false without one. */
export function focusText(within: Element): boolean {
  const text = within.querySelector('textarea')
  text?.focus()
  return text !== null
}
