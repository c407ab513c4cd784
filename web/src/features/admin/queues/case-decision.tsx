import { Link } from '@tanstack/react-router'
import { notificationSentence } from '@plinth/contract/notifications/sentences.ts'
import { plainText } from '@plinth/contract/notifications/template.ts'
import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import type { ContentCase } from '@plinth/contract/moderation/cases.ts'
import { moderationReasonOf, type ReportReason } from '@plinth/contract/moderation/moderation.ts'
import { useMay } from '../../session/use-may.ts'
import { AppealDecision } from './appeal-queue.tsx'
import { ReportDecision } from './report-pane.tsx'
import type { DecisionLine } from './decision-form.tsx'
import { caseDecisionTexts as texts } from './decision-texts.ts'
import { queueTexts } from './queue-texts.ts'

interface CaseDecisionProps {
  of: ContentCase
  viewerId: string
  onDone: () => void
}

/** What there is to decide in a case, by the same calls as in its queues, and what each side will be told. */
export function CaseDecision({ of, viewerId, onDone }: CaseDecisionProps) {
  const mayDo = useMay()
  const { kind, author, reports, appeals } = of
  const open = reports.filter(({ status }) => status === 'open')
  const [newest] = open
  const appeal = appeals.find(({ state }) => state === 'open')
  const name = author?.firstName ?? queueTexts.deleted
  if (newest === undefined && appeal === undefined) return <Nothing of={of} />
  return (
    <section aria-labelledby="case-decision">
      <h2 id="case-decision" className="display text-20 text-ink">
        {texts.title}
      </h2>
      {appeal === undefined || appeal.kind === 'copyright' || !mayDo('appeals.decide') ? null : (
        <>
          <h3 className="mt-4 font-semibold text-ink">{texts.appeal}</h3>
          <AppealDecision
            appeal={{ id: appeal.id, kind: appeal.kind, title: of.now?.title ?? '' }}
            name={name}
            viewerId={viewerId}
            onDone={onDone}
            preview={(note) => [
              [texts.restored(name), standing(of, { state: 'restored', reason: null, note })],
              [texts.upheld(name), standing(of, { state: 'upheld', reason: null, note })],
            ]}
          />
        </>
      )}
      {newest === undefined ? null : (
        <>
          <h3 className="mt-4 font-semibold text-ink">{texts.reports(open.length)}</h3>
          <ReportDecision
            report={{
              id: newest.id,
              kind,
              author,
              reason: newest.reason,
              title: of.now?.title ?? '',
            }}
            count={open.length}
            viewerId={viewerId}
            onDone={onDone}
            preview={(note) => reportLines(of, { name, reason: newest.reason, note })}
          />
        </>
      )}
    </section>
  )
}

/** What whoever reported it reads in their case, and what the author is notified of. */
function reportLines(
  of: ContentCase,
  { name, reason, note }: { name: string; reason: ReportReason; note: string },
): DecisionLine[] {
  const { kind } = of
  const kept: DecisionLine[] = [
    [texts.kept, `${texts.reporterKept} ${note}`],
    [texts.keptAuthor(name), texts.nothing],
  ]
  if (kind === 'user' || kind === 'message') return kept
  const told =
    kind === 'comment'
      ? texts.nothing
      : standing(of, { state: 'taken_down', reason: moderationReasonOf(reason, note), note: null })
  return [
    ...kept,
    [texts.removed, `${texts.reporterRemoved} ${note}`],
    [texts.removedAuthor(name), told],
  ]
}

/** The notification that the author will get. Decisions about a person are emailed with the reason. */
function standing({ kind, now }: ContentCase, told: NonNullable<Notification['standing']>): string {
  if (kind === 'user') return told.note ?? ''
  return plainText(
    notificationSentence(
      {
        kind: 'standing',
        standing: told,
        title: now?.title ?? null,
        isWork: kind === 'portfolio',
        names: [],
        actorCount: 0,
        workCount: 1,
        project: null,
        proof: null,
        billing: null,
        refusal: null,
        subject: '',
        quote: null,
        excerpt: '',
      },
      'screen',
    ),
  )
}

const Nothing = ({ of: { kind, subjectId } }: { of: ContentCase }) => (
  <section aria-labelledby="case-decision">
    <h2 id="case-decision" className="display text-20 text-ink">
      {texts.title}
    </h2>
    <p className="mt-2 text-14 text-ink-3">{texts.none}</p>
    {kind === 'post' || kind === 'portfolio' ? (
      <Link
        to={kind === 'post' ? '/post/$id' : '/portfolio/$id'}
        params={{ id: subjectId }}
        className="text-link hit mt-2 inline-block text-14"
      >
        {texts.see}
      </Link>
    ) : null}
  </section>
)
