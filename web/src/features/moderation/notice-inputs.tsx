import type { UseFormRegisterReturn } from 'react-hook-form'
import { Tick } from '../../ui/form/tick.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'

interface PartProps {
  registered: UseFormRegisterReturn
  label: string
  error: string | undefined
}
interface TextProps extends PartProps {
  hint?: string | undefined
  optional?: boolean
}

interface NoticeLineProps extends TextProps {
  type?: 'email' | 'tel'
  inputMode?: 'url'
  autoComplete: string
}

const fieldProps = ({ label, hint, error, optional = false }: TextProps) => ({
  label,
  hint,
  error,
  required: !optional,
  optional,
})

/** A single-line field of a notice or counter-notice. */
export const NoticeLine = ({ type, inputMode, autoComplete, ...part }: NoticeLineProps) => (
  <Field {...fieldProps(part)}>
    {(aria) => <TextInput {...aria} {...{ type, inputMode, autoComplete }} {...part.registered} />}
  </Field>
)

export const NoticeText = ({ rows, ...part }: TextProps & { rows: number }) => (
  <Field {...fieldProps(part)}>
    {(aria) => <TextArea {...aria} rows={rows} {...part.registered} />}
  </Field>
)

/** A declaration with a checkbox. */
export function NoticeStatement({ registered, label, error }: PartProps) {
  const noteId = `${registered.name}-note`
  return (
    <div>
      <label className="flex cursor-pointer min-h-11 items-start gap-3 text-16 wrap-anywhere text-ink-2">
        <Tick
          type="checkbox"
          className="mt-0.5"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : noteId}
          {...registered}
        />
        {label}
      </label>
      {error === undefined ? null : (
        <p id={noteId} className="mt-1 text-13 text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
