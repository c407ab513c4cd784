import { useQueryClient } from '@tanstack/react-query'
import {
  MAX_APPEAL_LENGTH,
  decideAppeal,
  listAppeals,
  type AdminAppeal,
} from '@plinth/contract/moderation/appeals.ts'
import { ago, dayOf } from '../../../lib/format/ago.ts'
import { call } from '../../../lib/api/api.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { QueueRow } from '../../../ui/layout/queue-layout.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { appealsQuery } from './queue-api.ts'
import { DecisionForm, type DecisionLine } from './decision-form.tsx'
import { nameOf, type QueuePaneProps, type QueueProps, type QueueRowProps } from './queue-rules.ts'
import { CaseLink, QueueFacts, QueuePerson, QueueThumb } from './queue-details.tsx'
import { appealTexts as texts, queueTexts } from './queue-texts.ts'

/** Appeals against takedowns, suspensions and the end of creator rights. */
export function AppealQueue(props: QueueProps) {
  const status = props.search.state === 'decided' ? 'decided' : 'open'
  return (
    <QueuePanel
      {...props}
      source={appealsQuery(useQueryClient(), status)}
      state={status}
      texts={texts}
      Row={Row}
      Pane={AppealPane}
    />
  )
}

const titleOf = ({ kind, title, author }: AdminAppeal): string =>
  kind === 'account' || kind === 'creator' || title === '' ? texts.account(nameOf(author)) : title

function Row({ one, isOpen }: QueueRowProps<AdminAppeal>) {
  const { id, kind, state, author, createdAt, decidedAt } = one
  const now = useNow()
  return (
    <QueueRow
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb person={author} />}
      title={titleOf(one)}
      badge={
        state === 'open' ? null : (
          <Badge kind={state === 'restored' ? 'approved' : 'danger'}>{texts.outcomes[state]}</Badge>
        )
      }
      line={texts.kinds[kind]}
      aside={ago(decidedAt ?? createdAt, now)}
    />
  )
}

function AppealPane({ one: appeal, viewerId, onDone }: QueuePaneProps<AdminAppeal>) {
  const { kind, subjectId, author, reason, againstAt, text, state, note, decidedBy } = appeal
  const name = author?.firstName ?? queueTexts.deleted
  return (
    <>
      <h2 className="display text-24 break-words text-ink">{titleOf(appeal)}</h2>
      <p className="text-14 text-ink-3">{`${texts.kinds[kind]}, ${dayOf(againstAt)}`}</p>
      <p className="mt-1 text-14">
        <QueuePerson person={author} />
      </p>
      {kind === 'strike' ? null : (
        <CaseLink kind={kind === 'account' || kind === 'creator' ? 'user' : kind} id={subjectId} />
      )}
      <h3 className="mt-5 text-14 font-semibold text-ink">{texts.why}</h3>
      <p className="mt-1 break-words whitespace-pre-line">{reason}</p>
      <h3 className="mt-5 text-14 font-semibold text-ink">{texts.says(name)}</h3>
      <blockquote className="mt-1 border-l-3 border-line-strong pl-4 break-words whitespace-pre-line">
        {text}
      </blockquote>
      {state === 'open' ? (
        <AppealDecision appeal={appeal} name={name} viewerId={viewerId} onDone={onDone} />
      ) : (
        <QueueFacts facts={[[`${texts.outcomes[state]}, ${nameOf(decidedBy)}`, note ?? '']]} />
      )}
    </>
  )
}

interface AppealDecisionProps {
  appeal: Pick<AdminAppeal, 'id' | 'kind' | 'title'>
  /** The first name of whoever appealed. */
  name: string
  viewerId: string
  onDone: () => void
  preview?: (note: string) => readonly DecisionLine[]
}

/** Restore it or not, with the reason. */
export const AppealDecision = ({
  appeal: { id, kind, title },
  name,
  viewerId,
  onDone,
  preview,
}: AppealDecisionProps) => (
  <DecisionForm
    viewerId={viewerId}
    subject={`appeal.${id}`}
    label={texts.reason(name)}
    maxLength={MAX_APPEAL_LENGTH}
    queue={listAppeals}
    addressee={{ name, title }}
    preview={preview}
    options={[
      {
        way: 'restored',
        words: texts.restore[kind],
        busy: texts.restoring,
        done: texts.restored,
        variant: 'primary',
      },
      {
        way: 'upheld',
        words: texts.uphold[kind],
        busy: texts.upholding,
        done: texts.upheld,
        variant: 'secondary',
      },
    ]}
    send={(outcome, words) =>
      call(decideAppeal, { params: { id }, body: { outcome, note: words } })
    }
    onDone={onDone}
  />
)
