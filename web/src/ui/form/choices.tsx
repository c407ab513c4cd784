import './choices.css'
import { Check, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { usePhone } from '../../lib/browser/use-media-query.ts'
import { Field } from './field.tsx'
import { NativeSelect } from './native-select.tsx'

interface ChoicesProps<V extends string> {
  label: string
  options: readonly V[]
  value: V | undefined
  onValueChange: (value: V) => void
  /** Shown in the phone's picker before anything is chosen. */
  placeholder: string
  hint?: string
  error?: string | undefined
  required?: boolean
  optional?: boolean
}

/** A choice among a few short words, all visible. On phones it is the browser's own picker. */
export function Choices<V extends string>(props: ChoicesProps<V>) {
  return usePhone() ? <Picker {...props} /> : <Row {...props} />
}

const Picker = <V extends string>({
  label,
  options,
  value,
  onValueChange,
  placeholder,
  hint,
  error,
  required = false,
  optional = false,
}: ChoicesProps<V>) => (
  <Field label={label} hint={hint} error={error} required={required} optional={optional}>
    {(aria) => (
      <NativeSelect
        {...aria}
        options={[
          // An optional choice can be cleared.
          ...(optional ? [{ value: '' as V, label: placeholder }] : []),
          ...options.map((option) => ({ value: option, label: option })),
        ]}
        value={optional ? (value ?? ('' as V)) : value}
        onValueChange={onValueChange}
        placeholder={placeholder}
      />
    )}
  </Field>
)

function Row<V extends string>({
  label,
  options,
  value,
  onValueChange,
  hint,
  error,
  required = false,
  optional = false,
}: ChoicesProps<V>) {
  const id = useId()
  const note = error ?? hint
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={note === undefined ? undefined : `${id}-note`}
      aria-invalid={error === undefined ? undefined : true}
      aria-required={required || undefined}
      className="min-w-0"
    >
      <legend className="mb-2 text-14 font-semibold text-ink">
        {label}
        {optional ? <span className="font-normal text-ink-3"> optional</span> : null}
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label key={option} className="choice">
            <input
              type="radio"
              name={id}
              value={option}
              checked={option === value}
              onChange={() => onValueChange(option)}
              onClick={() => {
                if (optional && option === value) onValueChange('' as V)
              }}
              className="sr-only"
            />
            {option === value ? <Check size={16} aria-hidden /> : null}
            {option}
          </label>
        ))}
      </div>
      {note === undefined ? null : (
        <p
          id={`${id}-note`}
          className={`mt-2 flex items-start gap-1.5 text-13 ${error === undefined ? 'text-ink-3' : 'text-danger'}`}
        >
          {error === undefined ? null : <TriangleAlert size={16} className="mt-px" aria-hidden />}
          <span>{note}</span>
        </p>
      )}
    </fieldset>
  )
}
