import './report.css'
import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { REPORT_REASONS, type ReportReason } from '@plinth/contract/moderation/moderation.ts'
import { texts } from './report-texts.ts'

interface ReportReasonsProps {
  value: ReportReason | null
  isMissing: boolean
  onChange: (reason: ReportReason) => void
}

/** Why something is reported: one of a few, all of them in sight. */
export function ReportReasons({ value, isMissing, onChange }: ReportReasonsProps) {
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-describedby={isMissing ? `${id}-note` : undefined}
      aria-invalid={isMissing || undefined}
      aria-required
      className="mb-1 min-w-0"
    >
      <legend className="mb-2 text-14 font-semibold text-ink">{texts.reason}</legend>
      {REPORT_REASONS.map(({ value: reason, label }) => (
        <label
          key={reason}
          className="report-reason flex items-center gap-3 min-h-11 -mx-3 px-3 rounded-control cursor-pointer hover:bg-surface-3"
        >
          <input
            type="radio"
            name={id}
            value={reason}
            checked={reason === value}
            onChange={() => onChange(reason)}
          />
          {label}
        </label>
      ))}
      {isMissing ? (
        <p id={`${id}-note`} className="mt-2 flex items-start gap-1.5 text-13 text-danger">
          <TriangleAlert size={16} className="mt-px" aria-hidden />
          <span>{texts.reasonMissing}</span>
        </p>
      ) : null}
    </fieldset>
  )
}
