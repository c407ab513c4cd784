import { OVERVIEW_DAYS, type DayFigures } from '@plinth/contract/analytics/analytics.ts'
import { money } from '../../lib/format/figures.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { texts } from './analytics-texts.ts'
import { DaysTable } from './days-table.tsx'

/** The last seven days. */
export function Overview({ days }: { days: readonly DayFigures[] }) {
  if (days.length === 0) return <EmptyState title={texts.noDays} line={texts.noDaysLine} />
  const { columns } = texts
  return (
    <DaysTable
      caption={texts.overview}
      first={columns.day}
      rows={days.slice(-OVERVIEW_DAYS)}
      columns={[
        { name: columns.likes, valueOf: ({ likes }) => likes, one: 'like' },
        { name: columns.messages, valueOf: ({ messages }) => messages, one: 'message' },
        {
          name: columns.earnings,
          valueOf: ({ earnings }) => earnings,
          write: (earnings) => (earnings > 0 ? money(earnings) : null),
        },
      ]}
    />
  )
}
