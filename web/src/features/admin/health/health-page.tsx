import './health.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MONEY_FILE } from '@plinth/contract/moderation/exports.ts'
import { checkMoney, type Health } from '@plinth/contract/moderation/health.ts'
import { call } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { dateAndTime, price } from '../../../lib/format/format.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useFreshFile } from '../../session/use-fresh-file.ts'
import { showCallError } from '../../session/unauthorized.ts'
import { useMay } from '../../session/use-may.ts'
import { AdminHead, RIGHT_OF } from '../admin-head.tsx'
import { LacksRight } from '../lacks-right.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { healthQuery } from './health-api.ts'
import { amount, healthTexts as texts, span } from './health-texts.ts'
import { JobQueues } from './job-queues.tsx'

/** How Plinth is doing, and what can be done about it. */
export function HealthPage() {
  const isOpen = useMay()(RIGHT_OF.health)
  return (
    <>
      <AdminHead tab="health" />
      {isOpen ? <Parts /> : <LacksRight right={RIGHT_OF.health} />}
    </>
  )
}

function Parts() {
  const query = useQuery(healthQuery)
  return (
    <QueryView
      query={query}
      skeleton={
        <div role="status" aria-label={texts.loading}>
          <Skeleton className="mt-5 h-120" />
        </div>
      }
      failed={texts.failed}
    >
      {(health) => (
        <div className="health">
          <JobQueues queues={health.queues} />
          <FailedJobs />
          <Money money={health.money} />
          <Storage {...health} />
          <System health={health} />
          <p className="text-13 text-ink-3">{texts.live}</p>
        </div>
      )}
    </QueryView>
  )
}

/** A value, and whether somebody should look at it. */
type Fact = readonly [what: string, is: string | number | readonly string[], isBad?: boolean]

const Facts = ({
  title,
  facts,
  children,
}: {
  title: string
  facts: Fact[]
  children?: ReactNode
}) => (
  <section aria-label={title}>
    <h2 className="display text-24 text-ink">{title}</h2>
    <dl className="health-facts tnum mt-3 text-14">
      {facts.map(([what, is, isBad = false]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className={isBad ? 'text-danger' : undefined}>
            {typeof is === 'object' ? <Lines lines={is} /> : is}
          </dd>
        </div>
      ))}
    </dl>
    {children}
  </section>
)

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

function Money({
  money: { isOn, check, stuckEvents, failedRefunds, failedTransfers },
}: Pick<Health, 'money'>) {
  const client = useQueryClient()
  const mayDo = useMay()
  const [mayAct, mayExport] = [mayDo('health.act'), mayDo('money.export')]
  const file = useFreshFile('money-file', texts.money.csvFailed)
  const checking = useSendOnce({
    send: () => call(checkMoney),
    onSent: () => {
      toast({ title: texts.money.checked, variant: 'success' })
      return readAgain(client, [healthQuery])
    },
    onFailed: (error) => showCallError(error, texts.money.checkFailed, texts.tryLater),
  })
  if (!isOn)
    return <Facts title={texts.money.title} facts={[[texts.money.last, texts.money.off]]} />
  const differences = check?.differences ?? []
  return (
    <Facts
      title={texts.money.title}
      facts={[
        [texts.money.last, check === null ? texts.money.never : dateAndTime(check.finishedAt)],
        [
          texts.money.differences,
          differences.length === 0
            ? texts.money.none
            : differences.map(({ what, ours, theirs }) =>
                texts.money.difference(what, price(ours / 100), price(theirs / 100)),
              ),
          differences.length > 0,
        ],
        [texts.money.events, stuckEvents, stuckEvents > 0],
        [texts.money.refunds, failedRefunds, failedRefunds > 0],
        [texts.money.transfers, failedTransfers, failedTransfers > 0],
      ]}
    >
      {mayExport ? (
        <Button
          className="mt-3 mr-3"
          busy={file.isSending && texts.money.csvBusy}
          onClick={() => file.send(MONEY_FILE)}
        >
          {texts.money.csv}
        </Button>
      ) : null}
      {mayAct ? (
        <Button
          className="mt-3"
          busy={checking.isSending && texts.money.checking}
          onClick={() => checking.send(null)}
        >
          {texts.money.check}
        </Button>
      ) : null}
    </Facts>
  )
}

const Storage = ({ media, disk }: Pick<Health, 'media' | 'disk'>) => (
  <Facts
    title={texts.storage.title}
    facts={[
      [texts.storage.files, media.files.toLocaleString('en-US')],
      [texts.storage.originals, amount(media.originalBytes)],
      [texts.storage.renditions, texts.storage.counted],
      ...media.unready.map(({ state, count, oldestSeconds }): Fact => [
        texts.storage.waiting(state),
        texts.storage.since(count, span(oldestSeconds)),
      ]),
      [
        texts.storage.disk,
        disk === null
          ? texts.storage.noDisk
          : texts.storage.free(amount(disk.freeBytes), amount(disk.sizeBytes)),
        disk?.state !== 'ok',
      ],
    ]}
  />
)

const System = ({
  health: { replicas, partitions, cache, versions, sendsEmail },
}: {
  health: Health
}) => (
  <Facts
    title={texts.system.title}
    facts={[
      [
        texts.system.replicas,
        replicas.length === 0
          ? texts.system.noReplicas
          : replicas.map(({ name, state, lagSeconds }) =>
              [
                texts.system.replica(name, texts.system.states[state]),
                ...(lagSeconds === null ? [] : [texts.system.lag(span(lagSeconds))]),
              ].join(', '),
            ),
        replicas.some(({ state }) => state !== 'ok'),
      ],
      [
        texts.system.partitions,
        partitions.map(({ name, monthsAhead }) => texts.system.months(name, monthsAhead)),
        partitions.some(({ monthsAhead }) => monthsAhead < 1),
      ],
      [
        texts.system.cache,
        !cache.isOn
          ? texts.system.noCache
          : cache.waiting === 0
            ? texts.system.told
            : texts.system.untold(cache.waiting, span(cache.oldestSeconds)),
      ],
      [texts.system.email, sendsEmail ? texts.system.emailOn : texts.system.emailOff, !sendsEmail],
      [texts.system.backups, texts.system.unknown],
      [texts.system.migration, versions.migration],
      [texts.system.postgres, versions.postgres],
      [texts.system.node, versions.node],
    ]}
  />
)
