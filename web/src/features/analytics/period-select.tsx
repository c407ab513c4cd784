import { ANALYTICS_PERIODS, type AnalyticsPeriod } from '@plinth/contract/analytics/analytics.ts'
import { Select } from '../../ui/form/select.tsx'
import { PERIOD_WORDS, texts } from './analytics-texts.ts'

const OPTIONS = ANALYTICS_PERIODS.map((period) => ({
  value: String(period),
  label: PERIOD_WORDS[period],
}))

export interface PeriodChoice {
  period: AnalyticsPeriod
  onPeriod: (period: AnalyticsPeriod) => void
}

export const PeriodSelect = ({ period, onPeriod }: PeriodChoice) => (
  <Select
    aria-label={texts.period}
    className="analytics-period"
    options={OPTIONS}
    value={String(period)}
    onValueChange={(chosen) => onPeriod(Number(chosen) as AnalyticsPeriod)}
  />
)
