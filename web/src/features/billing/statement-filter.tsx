import { Download } from 'lucide-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { isDay } from '../../lib/format/days.ts'
import type { Period } from '../../lib/routing/billing-search.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { Button } from '../../ui/actions/button.tsx'
import { DateInput } from '../../ui/form/date-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { statementFile } from './billing-api.ts'
import { statementTexts as texts } from './billing-texts.ts'
import { isSamePeriod, isReversed, periods } from './periods.ts'

interface StatementFilterProps {
  period: Period
  onPeriod: (period: Period) => void
}

/** Chooses a period, by preset or by day, and links to the same period as a file. */
export function StatementFilter({ period, onPeriod }: StatementFilterProps) {
  const now = useNow()
  const change = (side: keyof Period, day: string) => {
    const { [side]: _old, ...rest } = period
    onPeriod(isDay(day) ? { ...rest, [side]: day } : rest)
  }
  const turned = isReversed(period)
  return (
    <div className="flex flex-wrap items-end gap-y-4 gap-x-6 mt-5">
      <div
        role="group"
        aria-label={texts.period}
        className="flex flex-wrap gap-1.5 min-h-12 items-center"
      >
        {periods(now).map(({ label, period: one }) => {
          const isOn = isSamePeriod(one, period)
          return (
            <button
              key={label}
              type="button"
              aria-pressed={isOn}
              onClick={() => onPeriod(one)}
              className={clsx('statement-period', isOn && 'statement-period-on')}
            >
              {label}
            </button>
          )
        })}
      </div>
      <div className="statement-days">
        <DayField label={texts.from} day={period.from} onDay={(day) => change('from', day)} />
        <DayField
          label={texts.to}
          day={period.to}
          onDay={(day) => change('to', day)}
          {...(turned ? { error: texts.order } : {})}
        />
      </div>
      <div className="flex flex-wrap gap-1.5 min-h-12 items-center ml-auto max-tablet:ml-0">
        {(['csv', 'pdf'] as const).map((kind) => (
          <Button key={kind} asChild className={turned ? 'pointer-events-none opacity-50' : ''}>
            <a
              href={statementFile(kind, period)}
              download
              aria-label={texts.download(texts[kind])}
              aria-disabled={turned || undefined}
            >
              <Download size={18} aria-hidden />
              {texts[kind]}
            </a>
          </Button>
        ))}
      </div>
    </div>
  )
}

/** A day that is being typed is incomplete; only a complete one is read. */
function DayField({
  label,
  day = '',
  onDay,
  error,
}: {
  label: string
  day: string | undefined
  onDay: (day: string) => void
  error?: string
}) {
  const [typed, setTyped] = useState({ day, value: day })
  // A day that the address changes is shown again; what is being typed stays.
  if (typed.day !== day) setTyped({ day, value: day })
  return (
    <Field label={label} error={error}>
      {(aria) => (
        <DateInput
          {...aria}
          value={typed.value}
          onChange={({ target: { value } }) => {
            setTyped({ day, value })
            if (isDay(value) && value >= '2000') onDay(value)
          }}
          onBlur={({ target: { value } }) => {
            if (value === '' && day !== '') onDay('')
          }}
        />
      )}
    </Field>
  )
}
