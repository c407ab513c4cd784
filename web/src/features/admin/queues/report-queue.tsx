import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminReport } from '@plinth/contract/moderation/moderation.ts'
import { ago } from '../../../lib/format/ago.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { QueueStates, QueueLayout, QueueRow } from '../../../ui/layout/queue-layout.tsx'
import { ChoiceBox } from '../../../ui/form/choice-box.tsx'
import { ReportBulk } from '../bulk/report-bulk.tsx'
import { useChosen, type Chosen } from '../../../lib/browser/use-chosen.ts'
import { type QueueProps, isNewestReport, reasonLabel, reportTitle } from './queue-rules.ts'
import { reportsQuery } from './queue-api.ts'
import { QueueList, QueueIdle } from './queue-list.tsx'
import { QueueThumb } from './queue-details.tsx'
import { queueTexts, reportTexts as texts } from './queue-texts.ts'
import { ReportPane } from './report-pane.tsx'
import { useCloseItem } from './use-close-item.ts'

/** Reports from users. */
export function ReportQueue({ viewerId, search }: QueueProps) {
  const close = useCloseItem()
  const { item, state } = search
  const status = state === 'closed' ? 'closed' : 'open'
  const source = reportsQuery(useQueryClient(), status)
  const { data } = useInfiniteQuery(source)
  const open = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter((report, at, all) => status === 'open' && isNewestReport(report, at, all))
  const chosen = useChosen(
    status,
    open.map(({ id }) => id),
  )
  return (
    <QueueLayout
      item={item}
      all={texts.all}
      list={
        <>
          <QueueStates label={queueTexts.states} states={texts.states} state={status} />
          {open.length === 0 ? null : (
            <ReportBulk reports={open} chosen={chosen} viewerId={viewerId} />
          )}
          <QueueList key={status} source={source} label={texts.list} empty={texts.empty[status]}>
            {(report, position, all) =>
              isNewestReport(report, position, all) ? (
                <Row key={report.id} report={report} isOpen={report.id === item} chosen={chosen} />
              ) : null
            }
          </QueueList>
        </>
      }
    >
      {item === undefined ? (
        <QueueIdle source={source} hint={texts.pick} />
      ) : (
        <ReportPane key={item} id={item} viewerId={viewerId} onDone={() => close(item)} />
      )}
    </QueueLayout>
  )
}

function Row({ report, isOpen, chosen }: { report: AdminReport; isOpen: boolean; chosen: Chosen }) {
  const { id, kind, picture, reporter, author, openCount, outcome, closedAt, createdAt } = report
  const now = useNow()
  const isWork = kind === 'post' || kind === 'portfolio'
  return (
    <QueueRow
      choice={
        report.status === 'open' ? (
          <ChoiceBox id={id} name={reportTitle(report)} chosen={chosen} />
        ) : null
      }
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb picture={picture} person={kind === 'message' ? reporter : author} />}
      title={
        isWork ? <span className="work-title">{reportTitle(report)}</span> : reportTitle(report)
      }
      badge={
        outcome === null ? (
          <Badge kind="danger">{texts.count(openCount)}</Badge>
        ) : (
          <Badge kind={outcome === 'removed' ? 'danger' : 'approved'}>
            {texts.outcomes[outcome]}
          </Badge>
        )
      }
      line={reasonLabel(report.reason)}
      aside={ago(closedAt ?? createdAt, now)}
    />
  )
}
