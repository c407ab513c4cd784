import { growthOf, percent, type AnalyticsPeriod } from '@plinth/contract/analytics/analytics.ts'
import type {
  Statistics,
  StatisticsSource,
  StatisticsTotals,
} from '@plinth/contract/analytics/statistics.ts'
import { whole } from '../../lib/format/figures.ts'
import { SOURCE_WORDS, texts as analytics } from './analytics-texts.ts'
import { Bar } from './days-table.tsx'
import { Figure, Growth } from './figure.tsx'
import { statisticsTexts as texts } from './statistics-texts.ts'

interface Changed {
  data: Statistics
  days: AnalyticsPeriod
}

/** The four large figures, each with its change. */
export function StatisticsFigures({ data, days }: Changed) {
  const figures: readonly (readonly [keyof StatisticsTotals, string])[] = [
    ['views', texts.views],
    ['likes', texts.likes],
    ['saves', texts.saves],
    data.of === 'work' ? ['inquiries', analytics.inquiries] : ['comments', texts.comments],
  ]
  return (
    <dl className="analytics-figures tnum">
      {figures.map(([of, name]) => (
        <Figure
          key={of}
          name={name}
          value={whole(data.totals[of] ?? 0)}
          note={<Change data={data} days={days} of={of} />}
        />
      ))}
    </dl>
  )
}

/** The change from the period before, if there was something in it. */
function Change({ data, days, of }: Changed & { of: keyof StatisticsTotals }) {
  if (data.before === null) return texts.noBefore
  const before = data.before[of] ?? 0
  if (before === 0) return texts.noneBefore(days)
  return <Growth growth={growthOf(data.totals[of] ?? 0, before)} says={texts.growth(days)} />
}

/** Where views and hires came from. */
export function SourcesTable({ sources }: { sources: readonly StatisticsSource[] }) {
  const most = Math.max(1, ...sources.map(({ views }) => views))
  if (sources.length === 0) return <p className="mt-3 text-14 text-ink-3">{texts.noSources}</p>
  return (
    <table className="analytics-table statistics-sources text-14 w-full mt-3 text-left tnum">
      <caption className="sr-only">{analytics.bySource}</caption>
      <thead>
        <tr>
          <th scope="col">{analytics.source}</th>
          <th scope="col">{analytics.steps.views}</th>
          <th scope="col">
            <span className="sr-only">{texts.share}</span>
          </th>
          <th scope="col">{analytics.steps.deposits}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ source, views, deposits }) => (
          <tr key={source}>
            <th scope="row">{SOURCE_WORDS[source]}</th>
            <td>{whole(views)}</td>
            <td className="statistics-share">
              <Bar share={views / most} />
            </td>
            <td>{whole(deposits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What views led to. */
export const ResultSteps = ({ totals }: { totals: StatisticsTotals }) => (
  <dl className="statistics-steps mt-4 tnum">
    {(['views', 'inquiries', 'deposits', 'completed'] as const).map((step) => (
      <div key={step}>
        <dt>{analytics.steps[step]}</dt>
        <dd>
          <span className="display block">{whole(totals[step])}</span>
          {step === 'views' || totals.views === 0 || totals[step] === 0 ? null : (
            <span className="block text-13 text-ink-3">
              {texts.ofViews(percent(totals[step], totals.views, 2))}
            </span>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
