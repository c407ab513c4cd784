import './analytics.css'
import './statistics.css'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { WEEKLY_PERIOD, type Statistics } from '@plinth/contract/analytics/statistics.ts'
import type { AnalyticsPeriod } from '@plinth/contract/analytics/analytics.ts'
import { dayWords } from '../../lib/format/days.ts'
import { many } from '../../lib/format/figures.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { texts as analytics } from './analytics-texts.ts'
import { DaysTable } from './days-table.tsx'
import { PeriodSelect, type PeriodChoice } from './period-select.tsx'
import { ResultSteps, SourcesTable, StatisticsFigures } from './statistics-parts.tsx'
import { statisticsTexts as texts } from './statistics-texts.ts'
import { ViewsChart } from './views-chart.tsx'

/** How many days or weeks the table has. */
const ROWS = 7

interface StatisticsPageProps extends PeriodChoice {
  data: Statistics
}

/** What one work or post got in a period, for its creator. */
export function StatisticsPage({ data, period, onPeriod }: StatisticsPageProps) {
  const { of, title, picture, isVisible, viewCount, boardCount } = data
  const isUnseen = viewCount === 0 && data.steps.length === 0 && (data.before?.views ?? 0) === 0
  return (
    <>
      <Trail data={data} />
      <div className="flex flex-wrap items-end justify-between gap-y-4 gap-x-6">
        <div className="flex min-w-0 items-end gap-5">
          {picture === null ? null : (
            <span className="analytics-thumb statistics-thumb">
              <Picture picture={pictureSources(picture)} sizes="72px" alt="" />
            </span>
          )}
          <div className="min-w-0">
            <h1 className="statistics-title display text-44 text-ink max-tablet:text-32">
              {title}
            </h1>
            <p className="text-16 text-ink-3">
              {texts.subtitle(of, many(viewCount, 'view'))}
              {'. '}
              {boardCount === 0 ? '' : `${texts.boards(boardCount)} `}
              {isVisible ? texts.private : texts.hidden}
            </p>
          </div>
        </div>
        <PeriodSelect period={period} onPeriod={onPeriod} />
      </div>
      {isUnseen ? <Unseen data={data} /> : <Shown data={data} period={period} />}
    </>
  )
}

function Shown({ data, period }: { data: Statistics; period: AnalyticsPeriod }) {
  const { of, steps } = data
  const isWeekly = data.days === WEEKLY_PERIOD
  const unit = isWeekly ? 'week' : 'day'
  return (
    <>
      <StatisticsFigures data={data} days={period} />
      <ViewsChart days={steps} isWeekly={isWeekly} />
      {steps.length === 0 ? (
        <EmptyState
          title={texts.quiet}
          line={period === WEEKLY_PERIOD ? undefined : texts.quietLine}
        />
      ) : (
        <div className="analytics-columns">
          <section>
            <h2 className="display text-24 text-ink">{texts.overview[unit]}</h2>
            <DaysTable
              caption={texts.overview[unit]}
              first={texts.step[unit]}
              rows={steps.slice(-ROWS)}
              columns={[
                { name: texts.likes, valueOf: ({ likes }) => likes, one: 'like' },
                { name: texts.saves, valueOf: ({ saves }) => saves, one: 'save' },
                ...(of === 'work'
                  ? []
                  : [
                      {
                        name: texts.comments,
                        valueOf: ({ comments }: { comments: number | null }) => comments ?? 0,
                        one: 'comment',
                      },
                    ]),
              ]}
            />
          </section>
          <section>
            <h2 className="display text-24 text-ink">{analytics.bySource}</h2>
            <SourcesTable sources={data.sources} />
          </section>
        </div>
      )}
      <section className="mt-12">
        <h2 className="display text-24 text-ink">{texts.funnel}</h2>
        <ResultSteps totals={data.totals} />
        <p className="mt-4 max-w-160 text-13 text-ink-3">
          {texts.counted[of]} {texts.who}
          {data.before === null ? ` ${texts.keptSince(dayWords(data.from))}` : null}
        </p>
      </section>
    </>
  )
}

const Unseen = ({ data: { of, isVisible, id } }: { data: Statistics }) => (
  <div className="mt-10">
    <EmptyState
      title={texts.unseen[of]}
      line={isVisible ? texts.unseenLine[of] : texts.unseenHidden}
      action={
        <Link {...toThing(of, id)} className="text-link hit">
          {texts.see[of]}
        </Link>
      }
    />
  </div>
)

/** From the analytics over the work or post to here. */
const Trail = ({ data: { of, id, title } }: { data: Statistics }) => (
  <nav aria-label={texts.trail} className="pb-2 text-14">
    <ol className="flex min-w-0 items-center gap-3 text-ink-3">
      <li className="flex-none">
        <Link to="/analytics" className="hit hover:text-ink hover:underline">
          {analytics.title}
        </Link>
      </li>
      <li aria-hidden>
        <ChevronRight size={16} />
      </li>
      <li className="min-w-0">
        <Link
          {...toThing(of, id)}
          className="hit block truncate work-title text-ink-2 hover:text-ink hover:underline"
        >
          {title}
        </Link>
      </li>
    </ol>
  </nav>
)

const toThing = (of: Statistics['of'], id: string) =>
  ({ to: of === 'work' ? '/portfolio/$id' : '/post/$id', params: { id } }) as const
