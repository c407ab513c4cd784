import { useQuery } from '@tanstack/react-query'
import type { FailedJob } from '@plinth/contract/moderation/health.ts'
import { dateAndTime } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useMay } from '../../session/use-may.ts'
import { failedJobsQuery } from './health-api.ts'
import { healthTexts } from './health-texts.ts'
import { useRetry } from './use-retry.ts'

const texts = healthTexts.failures

/** Jobs and emails that were given up, with the reason. */
export function FailedJobs() {
  const query = useQuery(failedJobsQuery)
  return (
    <section aria-label={texts.title}>
      <h2 className="display text-24 text-ink">{texts.title}</h2>
      <p className="mt-1 text-14 text-ink-3">{texts.says}</p>
      <QueryView
        query={query}
        skeleton={<Skeleton className="mt-3 h-20" />}
        failed={texts.failed}
        isEmpty={(jobs) => jobs.length === 0}
        empty={<p className="mt-3 text-14 text-ink-2">{texts.empty}</p>}
      >
        {(jobs) => (
          <ul className="mt-3 border-t border-line">
            {jobs.map((job) => (
              <Failure key={job.id} job={job} />
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  )
}

function Failure({ job: { id, queue, failedAt, reason, to } }: { job: FailedJob }) {
  const mayAct = useMay()('health.act')
  const { retry, isBusy } = useRetry()
  const when = dateAndTime(failedAt)
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p className="text-14 text-ink">
          <strong className="font-semibold">{to === null ? queue : texts.to(to)}</strong>
          <span className="text-ink-3">{`, ${when}`}</span>
        </p>
        <p className="text-14 text-ink-2">{reason === '' ? texts.silent : reason}</p>
      </div>
      {mayAct ? (
        <Button
          aria-label={to === null ? texts.retryThat(queue, when) : texts.sendTo(to)}
          busy={isBusy && healthTexts.jobs.retrying}
          onClick={() => retry({ queue, id })}
        >
          {to === null ? texts.retry : texts.send}
        </Button>
      ) : null}
    </li>
  )
}
