import './analytics.css'
import { useQuery } from '@tanstack/react-query'
import type { Analytics, AnalyticsPeriod } from '@plinth/contract/analytics/analytics.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { analyticsFile, analyticsQuery } from './analytics-api.ts'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'
import { texts } from './analytics-texts.ts'
import { Figures } from './figures.tsx'
import { Funnel } from './funnel.tsx'
import { Insights } from './insights.tsx'
import { Overview } from './overview.tsx'
import { PeriodSelect, type PeriodChoice } from './period-select.tsx'
import { TopPortfolios } from './top-portfolios.tsx'
import { ViewsChart } from './views-chart.tsx'

/** A creator's figures in a period. */
export function AnalyticsPage({ period, onPeriod }: PeriodChoice) {
  const query = useQuery(analyticsQuery(period))
  return (
    <div className="page analytics" aria-busy={query.isPlaceholderData || undefined}>
      <div className="flex flex-wrap items-end justify-between gap-y-4 gap-x-6">
        <div>
          <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
          <p className="text-16 text-ink-3">{texts.subtitle}</p>
        </div>
        <PeriodSelect period={period} onPeriod={onPeriod} />
      </div>
      <QueryView query={query} skeleton={<AnalyticsSkeleton />} failed={texts.failed}>
        {(data) => <Shown data={data} period={period} />}
      </QueryView>
    </div>
  )
}

const Shown = ({ data, period }: { data: Analytics; period: AnalyticsPeriod }) => (
  <>
    <Figures data={data} />
    <ViewsChart days={data.dailyStats} />
    <div className="analytics-columns">
      <section>
        <h2 className="display text-24 text-ink">{texts.overview}</h2>
        <Overview days={data.dailyStats} />
        <p className="mt-3 flex flex-wrap items-center gap-x-6 text-13 text-ink-3">
          <a
            href={analyticsFile(period)}
            download
            className="inline-flex min-h-11 items-center text-ink-2 underline"
          >
            {texts.file}
          </a>
          {texts.zone(data.timeZone)}
        </p>
      </section>
      <section>
        <h2 className="display text-24 text-ink">{texts.top}</h2>
        <TopPortfolios works={data.topPortfolios} />
      </section>
    </div>
    <section className="mt-12">
      <h2 className="display text-24 text-ink">{texts.insights}</h2>
      <Insights data={data} />
    </section>
    <section className="mt-12">
      <h2 className="display text-24 text-ink">{texts.funnel}</h2>
      <Funnel data={data} />
    </section>
  </>
)
