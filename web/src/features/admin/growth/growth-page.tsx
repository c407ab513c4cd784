import './growth.css'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  GROWTH_STEP,
  GROWTH_STEPS,
  getGrowth,
  type GrowthPeriod,
  type GrowthStep,
} from '@plinth/contract/moderation/growth.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { exactMoney, money, whole } from '../../../lib/format/figures.ts'
import { dateAndTime } from '../../../lib/format/format.ts'
import { LineChart } from '../../../ui/chart/line-chart.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useMay } from '../../session/use-may.ts'
import { AdminHead, RIGHT_OF } from '../admin-head.tsx'
import { LacksRight } from '../lacks-right.tsx'
import { MONEY_COLUMNS, PEOPLE_COLUMNS, growthTexts as texts, periodName } from './growth-texts.ts'

const STEPS = (Object.keys(GROWTH_STEPS) as GrowthStep[]).map((value) => ({
  value,
  label: texts.steps[value],
}))

const COUNTING_MS = 2_000

const growthQuery = (by: GrowthStep) =>
  queryOptions({
    ...answerOf(getGrowth, { query: { by } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The first look begins the first count.
    refetchInterval: ({ state: { data } }) => (data?.countedAt === null ? COUNTING_MS : false),
  })

/** Members and money by day, week or month. */
export function GrowthPage() {
  const isOpen = useMay()(RIGHT_OF.growth)
  return (
    <>
      <AdminHead tab="growth" />
      {isOpen ? <Growth /> : <LacksRight right={RIGHT_OF.growth} />}
    </>
  )
}

function Growth() {
  const [chosen, setChosen] = useState<GrowthStep>(GROWTH_STEP)
  const query = useQuery(growthQuery(chosen))
  return (
    <div className="mt-6" aria-busy={query.isPlaceholderData || undefined}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="display text-24 text-ink">{texts.title}</h2>
        <Select
          aria-label={texts.by}
          className="growth-step"
          options={STEPS}
          value={chosen}
          onValueChange={(step) => setChosen(step)}
        />
      </div>
      <QueryView
        query={query}
        skeleton={
          <div role="status" aria-label={texts.loading}>
            <Skeleton className="mt-5 h-120" />
          </div>
        }
        failed={texts.failed}
        isEmpty={({ periods }) => periods.length === 0}
        empty={<EmptyState {...texts.empty} />}
      >
        {({ by, periods, countedAt }) => (
          <>
            <Charts by={by} periods={periods} />
            <Table
              title={texts.people}
              columns={PEOPLE_COLUMNS}
              by={by}
              periods={periods}
              write={whole}
            />
            <Table
              title={texts.money}
              columns={MONEY_COLUMNS}
              by={by}
              periods={periods}
              write={exactMoney}
            />
            {countedAt === null ? null : (
              <p className="mt-6 text-13 text-ink-3">{texts.counted(dateAndTime(countedAt))}</p>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}

interface Shown {
  by: GrowthStep
  /** The newest first. */
  periods: readonly GrowthPeriod[]
}

const Charts = ({ by, periods }: Shown) => (
  <div className="growth-charts">
    <Chart title={texts.joined} column="joined" write={whole} by={by} periods={periods} />
    <Chart title={texts.revenue} column="revenue" write={money} by={by} periods={periods} />
  </div>
)

function Chart({
  title,
  column,
  write,
  by,
  periods,
}: Shown & { title: string; column: 'joined' | 'revenue'; write: (value: number) => string }) {
  const points = periods
    .map((period) => ({ name: startName(by, period), value: period[column] }))
    .toReversed()
  const values = points.map(({ value }) => value)
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-16 font-semibold text-ink">{title}</h3>
      <LineChart
        label={title}
        says={texts.says(
          first.name,
          last.name,
          write(Math.min(...values)),
          write(Math.max(...values)),
        )}
        points={points}
        lastName={() => texts.last(last.name, write(last.value))}
        write={write}
      />
    </section>
  )
}

/** Under the chart a week is named by its first day. */
const startName = (by: GrowthStep, { from, to }: GrowthPeriod) =>
  by === 'week' ? periodName('day', { from, to: from }) : periodName(by, { from, to })

const Table = ({
  title,
  columns,
  by,
  periods,
  write,
}: Shown & {
  title: string
  columns: typeof PEOPLE_COLUMNS
  write: (value: number) => string
}) => (
  <section aria-label={title} className="mt-10">
    <h3 className="text-16 font-semibold text-ink">{title}</h3>
    <table className="growth-table tnum mt-3 w-full text-14">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.period[by]}</th>
          {columns.map(([column, label]) => (
            <th key={column} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {periods.map((period) => (
          <tr key={period.from}>
            <th scope="row">
              {periodName(by, period)}
              {period.isRunning ? <span className="text-ink-3">{` ${texts.running}`}</span> : null}
            </th>
            {columns.map(([column, label]) => (
              <td key={column}>
                <span className="growth-label" aria-hidden>
                  {label}
                </span>
                {write(Number(period[column]))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
