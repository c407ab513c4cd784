import { MAX_DELIVERY_DAYS, MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import { isHirable } from '../../../lib/format/hirable.ts'
import { parsePrice } from '../../../lib/format/price.ts'
import { dayAhead } from '../../../lib/format/days.ts'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { Field, type FieldProps } from '../../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { actionTexts } from './action-texts.ts'

/** The typed price; null if nobody can be hired at it. */
export function hirePriceOf(typed: string): number | null {
  const sum = parsePrice(typed)
  return sum !== undefined && isHirable(sum) ? sum : null
}

/** Whether a delivery can be promised for this day. */
export const isPromisable = (day: string): boolean =>
  day >= dayAhead(0) && day <= dayAhead(MAX_DELIVERY_DAYS)

/** What a toast says once an offer is sent to this person. */
export const offerSent = (name: string) => ({
  title: actionTexts.terms.done,
  description: actionTexts.terms.doneLine(name),
  variant: 'success' as const,
})

export const DayField = ({
  value,
  onChange,
  hint,
  error,
  label = actionTexts.date,
  optional = false,
}: {
  value: string
  onChange: (day: string) => void
  hint?: string
  error?: string | undefined
  label?: string
  optional?: boolean
}) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    required={!optional}
    optional={optional}
    className="tablet:max-w-80"
  >
    {(aria) => (
      <DateInput
        {...aria}
        value={value}
        min={dayAhead(0)}
        max={dayAhead(MAX_DELIVERY_DAYS)}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

export const LongTextField = ({
  label,
  value,
  onChange,
  hint,
  error,
  optional = false,
  rows = 4,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  hint?: string
  error?: string | undefined
  optional?: boolean
  rows?: number
}) => (
  <Field label={label} hint={hint} error={error} required={!optional} optional={optional}>
    {(aria) => (
      <TextArea
        {...aria}
        rows={rows}
        value={value}
        maxLength={MAX_PROJECT_TEXT}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

interface SumFieldProps extends Omit<FieldProps, 'children'> {
  /** The sum as it is typed. */
  typed: string
  onChange: (typed: string) => void
}

/** A field for a sum in dollars. */
export const SumField = ({ typed, onChange, ...field }: SumFieldProps) => (
  <Field {...field}>
    {(aria) => (
      <TextInput
        {...aria}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        className="tnum"
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)
