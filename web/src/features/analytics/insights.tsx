import { engagementOf, type Analytics } from '@plinth/contract/analytics/analytics.ts'
import { exactMoney, whole } from '../../lib/format/figures.ts'
import { texts } from './analytics-texts.ts'

/** Rates and averages from the totals. The fixed planning figure is explained below the measured rate. */
export function Insights({ data }: { data: Analytics }) {
  const engagement = engagementOf(data)
  const { conversionRate } = data
  const insights = [
    [texts.savesToLikes, engagement.savesToLikes],
    [texts.messageRate, engagement.messageRate],
    [texts.averageViews, whole(engagement.averageViews)],
    [texts.engagementRate, engagement.engagementRate],
    [texts.averageEarnings, exactMoney(engagement.averageEarnings)],
  ] as const
  return (
    <>
      <dl className="analytics-insights tnum">
        {insights.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="display">{value}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.conversion}</dt>
          <dd className="display">
            {conversionRate === null ? (
              <>
                <span aria-hidden>{texts.noConversion}</span>
                <span className="sr-only">{texts.noConversionSays}</span>
              </>
            ) : (
              `${conversionRate.toFixed(1)}%`
            )}
          </dd>
          <dd className="analytics-planning">{texts.planning(engagement.conversionRate)}</dd>
        </div>
      </dl>
      <p className="mt-4 text-13 text-ink-3">{texts.counted}</p>
    </>
  )
}
