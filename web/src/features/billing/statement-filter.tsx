import { Download } from 'lucide-react'
import { clsx } from 'clsx'
import { isDay } from '../../lib/format/days.ts'
import type { Period } from '../../lib/routing/billing-search.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
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
const DayField = ({
  label,
  day,
  onDay,
  error,
}: {
  label: string
  day: string | undefined
  onDay: (day: string) => void
  error?: string
}) => (
  <Field label={label} error={error}>
    {(aria) => (
      <TextInput
        {...aria}
        // A day that the address changes is shown again; what is being typed stays.
        key={day ?? 'none'}
        type="date"
        defaultValue={day ?? ''}
        onChange={(event) => {
          const typed = event.target.value
          if (typed !== '' && isDay(typed) && typed >= '2000') onDay(typed)
        }}
        onBlur={(event) => {
          if (event.target.value === '' && day !== undefined) onDay('')
        }}
        className="tnum"
      />
    )}
  </Field>
)
