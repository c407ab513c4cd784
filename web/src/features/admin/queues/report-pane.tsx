import { useQuery } from '@tanstack/react-query'
import {
  MAX_NOTE_LENGTH,
  closeReport,
  listReports,
  type AdminReportDetail,
  type ReportOutcome,
} from '@plinth/contract/moderation/moderation.ts'
import { agoInWords, dayOf } from '../../../lib/format/ago.ts'
import { call } from '../../../lib/api/api.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Avatar } from '../../../ui/layout/avatar.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { reportQuery } from './queue-api.ts'
import { DecisionForm, type DecisionLine, type DecisionOption } from './decision-form.tsx'
import { nameOf, reasonLabel } from './queue-rules.ts'
import { CaseLink, QueueFacts } from './queue-details.tsx'
import { queueTexts, reportTexts as texts } from './queue-texts.ts'
import { ReportedItem } from './reported-item.tsx'

interface ReportPaneProps {
  id: string
  viewerId: string
  onDone: () => void
}

/** The reported thing as it was, its reports, and the decision. */
export function ReportPane({ id, viewerId, onDone }: ReportPaneProps) {
  const query = useQuery(reportQuery(id))
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-120" />}
      failed={queueTexts.itemFailed}
    >
      {(report) => (
        <>
          <ReportedItem report={report} />
          <CaseLink kind={report.kind} id={report.subjectId} />
          <Reports report={report} />
          {report.status === 'open' ? (
            <ReportDecision
              report={report}
              // The earlier reports listed above are closed with it.
              count={1 + report.earlier.length}
              viewerId={viewerId}
              onDone={onDone}
            />
          ) : (
            <Closed report={report} />
          )}
        </>
      )}
    </QueryView>
  )
}

/** All reports of it, newest first. */
const Reports = ({ report }: { report: AdminReportDetail }) => (
  <ul aria-label={texts.said} className="mt-5 grid gap-4">
    {[report, ...report.earlier].map(({ id, reporter, reason, text, createdAt }) => (
      <li key={id} className="flex gap-3.5 text-14">
        <Avatar
          name={nameOf(reporter)}
          src={reporter?.profileImageUrl ?? null}
          creator={reporter?.isCreator ?? false}
          size={36}
        />
        <div className="min-w-0">
          <p className="text-ink-3">
            <strong className="font-semibold text-ink">{nameOf(reporter)}</strong>
            {` ${agoInWords(createdAt)}, ${reasonLabel(reason)}`}
          </p>
          <p className="mt-0.5 break-words whitespace-pre-line">
            {text.trim() === '' ? texts.silent : text}
          </p>
        </div>
      </li>
    ))}
  </ul>
)

interface ReportDecisionProps {
  /** The newest open report, which closes the earlier ones with it. */
  report: Pick<AdminReportDetail, 'id' | 'kind' | 'author' | 'reason' | 'title'>
  count: number
  viewerId: string
  onDone: () => void
  preview?: (note: string) => readonly DecisionLine[]
}

/** Keep it or take it down, with the reason. */
export function ReportDecision({ report, count, viewerId, onDone, preview }: ReportDecisionProps) {
  const { id, kind, author } = report
  const canRemove = kind !== 'user' && kind !== 'message'
  const options: DecisionOption<ReportOutcome>[] = [
    {
      way: 'no_action',
      words: texts.close(texts.keep[kind], count),
      busy: texts.closing,
      done: texts.closed(count),
      variant: 'primary',
    },
    ...(canRemove
      ? [
          {
            way: 'removed' as const,
            words: texts.remove,
            busy: texts.removing,
            done: texts.removed,
            variant: 'quiet-danger' as const,
          },
        ]
      : []),
  ]
  return (
    <DecisionForm
      viewerId={viewerId}
      subject={`report.${id}`}
      label={texts.reason}
      hint={texts.hint(canRemove ? (author?.firstName ?? null) : null)}
      maxLength={MAX_NOTE_LENGTH}
      options={options}
      addressee={{ name: author?.firstName ?? '', title: report.title }}
      preview={preview}
      queue={listReports}
      send={(outcome, note) =>
        call(closeReport, { params: { id }, body: { status: 'closed', outcome, note } })
      }
      onDone={onDone}
    />
  )
}

const Closed = ({ report: { outcome, note, closedBy, closedAt } }: { report: AdminReportDetail }) =>
  outcome === null || closedAt === null ? null : (
    <QueueFacts
      facts={[
        [
          texts.outcomes[outcome],
          texts.closedBy(
            closedBy === null ? queueTexts.deleted : fullName(closedBy),
            dayOf(closedAt),
          ),
        ],
        [texts.reason, note ?? ''],
      ]}
    />
  )
