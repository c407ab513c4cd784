import { clsx } from 'clsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from '../actions/button.tsx'
import { Field } from './field.tsx'
import { TextArea } from './text-input.tsx'
import { ErrorText } from '../feedback/error-text.tsx'

interface NoteProps {
  note: string
  onNote: (note: string) => void
  label: string
  hint?: string
  rows: number
  maxLength: number
  /** Error for an empty note. Without it the note is optional. */
  missing?: string
  /** Error for a note that is too long. Without it typing stops at the limit. */
  tooLong?: (over: number) => string
  /** In a page instead of a dialog: the note gets the focus, and the submit button comes first. */
  isInPage?: boolean
}

interface SendProps {
  send: string
  /** The button's label while sending. */
  busy: string | false
  variant?: ButtonProps['variant']
}

interface ReasonFormProps extends NoteProps, SendProps {
  /** A choice of reasons above the note. `isAsked` is true after the first attempt to send, when missing input is shown. */
  children?: (isAsked: boolean) => ReactNode
  lacksChoice?: boolean
  /** Error of the last attempt to send. */
  problem?: string | null
  cancel: string
  onSend: () => void
  onCancel: () => void
}

/** A form for a reason: an optional choice, a note and two buttons. The first missing input gets the focus. */
export function ReasonForm(props: ReasonFormProps) {
  const { children, lacksChoice = false, problem = null, busy, isInPage = false } = props
  const [isAsked, setAsked] = useState(false)
  return (
    <form
      noValidate
      className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        const lacking = lacksChoice
          ? 'input, select, [role=combobox]'
          : problemOf(props, true) && 'textarea'
        if (lacking) event.currentTarget.querySelector<HTMLElement>(lacking)?.focus()
        else if (busy === false) props.onSend()
      }}
    >
      {children?.(isAsked)}
      <Note {...props} error={problemOf(props, isAsked)} />
      {problem === null ? null : <ErrorText text={problem} />}
      <div className={clsx('flex flex-wrap gap-3', !isInPage && 'mt-2 justify-end')}>
        {isInPage ? <Send {...props} /> : null}
        <Button onClick={props.onCancel}>{props.cancel}</Button>
        {isInPage ? null : <Send {...props} />}
      </div>
    </form>
  )
}

function problemOf(
  { note, maxLength, missing, tooLong }: NoteProps,
  isAsked: boolean,
): string | undefined {
  const over = note.length - maxLength
  if (over > 0) return tooLong?.(over)
  return isAsked && note.trim() === '' ? missing : undefined
}

function Note({ error, ...props }: NoteProps & { error: string | undefined }) {
  const { note, onNote, label, hint, rows, maxLength, missing, tooLong, isInPage = false } = props
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isInPage) box.current?.focus()
  }, [isInPage])
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={missing !== undefined}
      optional={missing === undefined}
    >
      {(aria) => (
        <TextArea
          {...aria}
          ref={box}
          rows={rows}
          value={note}
          maxLength={tooLong === undefined ? maxLength : undefined}
          onChange={({ target }) => onNote(target.value)}
        />
      )}
    </Field>
  )
}

const Send = ({ send, busy, variant = 'primary' }: SendProps) => (
  <Button type="submit" variant={variant} busy={busy}>
    {send}
  </Button>
)
