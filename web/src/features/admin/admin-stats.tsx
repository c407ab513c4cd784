import { useQuery } from '@tanstack/react-query'
import type { AdminStats } from '@plinth/contract/moderation/admin.ts'
import { date } from '../../lib/format/format.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { statsQuery } from './admin-api.ts'
import { texts as all } from './admin-texts.ts'

const texts = all.stats
const whole = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Four figures beside the title. Quick Actions shows open reports instead of pending posts. */
export function AdminFigures({ counts }: { counts: 'pending' | 'reports' }) {
  const { data, error, isFetching, refetch } = useQuery(statsQuery)
  if (data === undefined && error !== null) {
    return (
      <p role="alert" className="text-14 text-ink-2">
        {texts.failed}{' '}
        <button
          type="button"
          className="text-link hit"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {all.again}
        </button>
      </p>
    )
  }
  return (
    <dl className="admin-figures tnum" aria-busy={data === undefined || undefined}>
      <Figure name={texts.users} value={data && whole.format(data.users)} />
      {counts === 'pending' ? (
        <Figure name={texts.pending} value={data && whole.format(data.pendingPosts)} />
      ) : (
        <Figure name={texts.reports} value={data && whole.format(data.openReports)} />
      )}
      <Figure name={texts.revenue} value={data && dollars.format(data.revenue)} />
      <Figure
        name={texts.uptime}
        value={data && uptimeOf(data)}
        note={data?.uptime ? texts.since(date(data.uptime.since)) : undefined}
      />
    </dl>
  )
}

/** Never rounded up, so `100%` means that no minute was missed. */
const uptimeOf = ({ uptime }: AdminStats): string =>
  uptime === null ? texts.unmeasured : `${uptime.percent}%`

function Figure({
  name,
  value,
  note,
}: {
  name: string
  value: string | undefined
  note?: string | undefined
}) {
  const figure = <span {...(note === undefined ? {} : { tabIndex: 0 })}>{value}</span>
  return (
    <div>
      <dt>{name}</dt>
      <dd className="display">
        {value === undefined ? <Skeleton className="mt-1 h-6 w-16" /> : null}
        {value !== undefined && note !== undefined ? (
          <Tooltip text={note}>{figure}</Tooltip>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}
