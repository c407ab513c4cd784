import './statement.css'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StatementLine } from '@plinth/contract/money/billing.ts'
import { dateAndTime, price } from '../../lib/format/format.ts'
import type { Period } from '../../lib/routing/billing-search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../ui/feedback/endless.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { statementQuery } from './billing-api.ts'
import { KIND_WORDS, statementTexts as texts } from './billing-texts.ts'
import { isReversed } from './periods.ts'

/** Every payment of the viewer in a period, newest first. */
export function Statement({ period }: { period: Period }) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    ...statementQuery(client, period),
    enabled: !isReversed(period),
  })
  const isWhole = period.from === undefined && period.to === undefined
  if (isReversed(period)) return null
  return (
    <PagesView
      query={query}
      skeleton={<StatementSkeleton />}
      failed={texts.failed}
      moreFailed={texts.moreFailed}
      empty={
        <div className="max-w-160">
          <EmptyState
            title={isWhole ? texts.empty : texts.emptyPeriod}
            line={isWhole ? texts.emptyLine : texts.emptyPeriodLine}
          />
        </div>
      }
    >
      {(items) => <Lines lines={items} isOld={query.isPlaceholderData} />}
    </PagesView>
  )
}

const Lines = ({ lines, isOld }: { lines: readonly StatementLine[]; isOld: boolean }) => (
  <table
    className="statement-table text-14 w-full mt-7 text-left [&[aria-busy]]:opacity-60 tnum"
    aria-busy={isOld || undefined}
  >
    <caption className="sr-only">{texts.table}</caption>
    <thead>
      <tr>
        <th scope="col">{texts.columns.day}</th>
        <th scope="col">{texts.columns.what}</th>
        <th scope="col">{texts.columns.reference}</th>
        <th scope="col" className="statement-sum">
          {texts.columns.in}
        </th>
        <th scope="col" className="statement-sum">
          {texts.columns.out}
        </th>
      </tr>
    </thead>
    <tbody>
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </tbody>
  </table>
)

function Line({ line }: { line: StatementLine }) {
  const { at, kind, title, projectId, projectNumber, amount, direction, reference } = line
  const day = utcDay.format(new Date(at))
  return (
    <tr>
      <td className="statement-day whitespace-nowrap">
        <time dateTime={at} title={dateAndTime(at)}>
          {day}
        </time>
      </td>
      <th scope="row" className="statement-what wrap-anywhere">
        <span className="block font-semibold text-ink">{KIND_WORDS[kind]}</span>
        <span className="block text-ink-3">
          {projectId === null ? (
            // A subscription has no other title.
            title === KIND_WORDS[kind] ? null : (
              title
            )
          ) : (
            <>
              <Link
                to="/projects/$projectId"
                params={{ projectId }}
                className="hit hover:text-ink hover:underline"
              >
                {title}
              </Link>
              {projectNumber === null ? null : `, ${texts.project(projectNumber)}`}
            </>
          )}
        </span>
      </th>
      <td className="statement-reference">{reference}</td>
      <td className="statement-sum statement-in" data-empty={direction === 'out' ? '' : undefined}>
        {direction === 'in' ? <Sum name={texts.columns.in} sign="+" amount={amount} /> : null}
      </td>
      <td className="statement-sum" data-empty={direction === 'in' ? '' : undefined}>
        {direction === 'out' ? <Sum name={texts.columns.out} sign="−" amount={amount} /> : null}
      </td>
    </tr>
  )
}

/** The sign replaces the columns on narrow screens. */
const Sum = ({ name, sign, amount }: { name: string; sign: string; amount: number }) => (
  <>
    <span className="sr-only tablet:hidden">{`${name} `}</span>
    <span aria-hidden className="tablet:hidden">
      {sign}
    </span>
    {price(amount)}
  </>
)

const utcDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const StatementSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="mt-8 grid gap-3">
    {Array.from({ length: 6 }, (_, row) => (
      <Skeleton key={row} className="h-13" />
    ))}
  </div>
)
