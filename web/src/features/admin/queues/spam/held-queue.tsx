import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { decideHeld, listHeld, type AdminHeldText } from '@plinth/contract/moderation/held.ts'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import { call } from '../../../../lib/api/api.ts'
import { useNow } from '../../../../lib/browser/use-now.ts'
import { pagesOf } from '../../../../lib/cache/pages.ts'
import { ago, dayOf } from '../../../../lib/format/ago.ts'
import { Badge } from '../../../../ui/layout/badge.tsx'
import { QueueRow } from '../../../../ui/layout/queue-layout.tsx'
import { DecisionForm } from '../decision-form.tsx'
import { heldTexts as texts } from './held-texts.ts'
import { QueueFacts, QueuePerson, QueueThumb } from '../queue-details.tsx'
import { QueuePanel } from '../queue-panel.tsx'
import { nameOf, type QueuePaneProps, type QueueProps, type QueueRowProps } from '../queue-rules.ts'
import { queueTexts } from '../queue-texts.ts'

/** Messages and comments that went to many people and wait for a look. */
export function HeldQueue(props: QueueProps) {
  const status = props.search.state === 'decided' ? 'decided' : 'waiting'
  return (
    <QueuePanel
      {...props}
      source={pagesOf(useQueryClient(), listHeld, { query: { status } }, { staleTime: 0 })}
      state={status}
      texts={texts}
      Row={Row}
      Pane={HeldPane}
    />
  )
}

const titleOf = ({ receiver, kind }: AdminHeldText): string =>
  kind === 'comment' ? texts.comment : texts.message(nameOf(receiver))

function Row({ one, isOpen }: QueueRowProps<AdminHeldText>) {
  const { id, state, author, createdAt, decidedAt } = one
  const now = useNow()
  return (
    <QueueRow
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb person={author} />}
      title={titleOf(one)}
      badge={
        state === 'waiting' ? null : (
          <Badge kind={state === 'sent' ? 'approved' : 'danger'}>{texts.outcomes[state]}</Badge>
        )
      }
      line={nameOf(author)}
      aside={ago(decidedAt ?? createdAt, now)}
    />
  )
}

function HeldPane({ one: held, viewerId, onDone }: QueuePaneProps<AdminHeldText>) {
  const { id, kind, author, content, postId, state, note, createdAt, decidedBy } = held
  const name = author?.firstName ?? queueTexts.deleted
  return (
    <>
      <h2 className="display text-24 break-words text-ink">{titleOf(held)}</h2>
      <p className="text-14 text-ink-3">{dayOf(createdAt)}</p>
      <p className="mt-1 text-14">
        <QueuePerson person={author} />
      </p>
      <blockquote className="mt-5 border-l-3 border-line-strong pl-4 break-words whitespace-pre-line">
        {content}
      </blockquote>
      {kind === 'message' ? <p className="mt-3 text-14 text-ink-3">{texts.only}</p> : null}
      {postId === null ? null : (
        <Link to="/post/$id" params={{ id: postId }} className="text-link hit mt-3 inline-block">
          {texts.openPost}
        </Link>
      )}
      {state === 'waiting' ? (
        <DecisionForm
          viewerId={viewerId}
          subject={`held.${id}`}
          label={texts.reason(name)}
          hint={texts.hint}
          maxLength={MAX_NOTE_LENGTH}
          queue={listHeld}
          options={[
            {
              way: 'sent',
              words: texts.send,
              busy: texts.sending,
              done: texts.sent,
              variant: 'primary',
              needsNoReason: true,
            },
            {
              way: 'refused',
              words: texts.refuse,
              busy: texts.refusing,
              done: texts.refused,
              variant: 'secondary',
            },
          ]}
          send={(outcome, words) =>
            call(decideHeld, {
              params: { id },
              body: { outcome, ...(words === '' ? {} : { note: words }) },
            })
          }
          onDone={onDone}
        />
      ) : (
        <QueueFacts facts={[[`${texts.outcomes[state]}, ${nameOf(decidedBy)}`, note ?? '']]} />
      )}
    </>
  )
}
