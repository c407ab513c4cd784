import type { Health } from '@plinth/contract/moderation/health.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { useMay } from '../../session/use-may.ts'
import { healthTexts, span } from './health-texts.ts'
import { useRetry } from './use-retry.ts'

const texts = healthTexts.jobs

/** The queues that have jobs, those with failed ones first. */
export const JobQueues = ({ queues }: Pick<Health, 'queues'>) => (
  <section aria-label={texts.title}>
    <h2 className="display text-24 text-ink">{texts.title}</h2>
    {queues.length === 0 ? (
      <p className="mt-3 text-14 text-ink-2">{texts.empty}</p>
    ) : (
      <table className="health-table tnum mt-3 w-full text-left text-14">
        <caption className="sr-only">{texts.title}</caption>
        <thead>
          <tr>
            {texts.columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <Queue key={queue.name} queue={queue} />
          ))}
        </tbody>
      </table>
    )}
  </section>
)

function Queue({
  queue: { name, waiting, running, retrying, failed, oldestSeconds },
}: {
  queue: Health['queues'][number]
}) {
  const mayAct = useMay()('health.act')
  const { retry, isBusy } = useRetry()
  const [, ...columns] = texts.columns
  const values = [waiting, running, retrying, failed, waiting === 0 ? '–' : span(oldestSeconds)]
  return (
    <tr>
      <th scope="row" className="wrap-anywhere">
        {name}
        {failed > 0 && mayAct ? (
          <Button
            className="mt-1 flex"
            aria-label={texts.retryAllOf(name)}
            busy={isBusy && texts.retrying}
            onClick={() => retry({ queue: name })}
          >
            {texts.retryAll}
          </Button>
        ) : null}
      </th>
      {columns.map((column, at) => (
        <td key={column} className={column === 'Failed' && failed > 0 ? 'text-danger' : undefined}>
          <span className="health-label" aria-hidden>
            {column}
          </span>
          {values[at]}
        </td>
      ))}
    </tr>
  )
}
