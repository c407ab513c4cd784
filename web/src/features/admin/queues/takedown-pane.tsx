import {
  MAX_TAKEDOWN_TEXT,
  TAKEDOWN_MOVES,
  listTakedowns,
  moveTakedown,
  type AdminTakedown,
  type TakedownMove,
  type TakedownState,
} from '@plinth/contract/moderation/copyright.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { call } from '../../../lib/api/api.ts'
import { DecisionForm, type DecisionOption } from './decision-form.tsx'
import { knownFacts, type QueueFact, type QueuePaneProps } from './queue-rules.ts'
import { QueueFacts, QueueMail, QueuePerson } from './queue-details.tsx'
import { takedownTexts as texts } from './queue-texts.ts'

/** A copyright notice in full, with the decisions its state allows. */
export function TakedownPane({ one: notice, viewerId, onDone }: QueuePaneProps<AdminTakedown>) {
  const { id, number, state } = notice
  const options = optionsFor(state)
  return (
    <>
      <h2 className="display text-24 text-ink">{texts.number(number)}</h2>
      <QueueFacts facts={factsOf(notice)} />
      {options.length === 0 ? null : (
        <DecisionForm
          viewerId={viewerId}
          subject={`takedown.${id}.${state}`}
          label={texts.reason}
          hint={texts.hint}
          maxLength={MAX_TAKEDOWN_TEXT}
          queue={listTakedowns}
          options={options}
          send={(move, note) => call(moveTakedown, { params: { id }, body: { move, note } })}
          onDone={onDone}
        />
      )}
    </>
  )
}

const MOVES: readonly TakedownMove[] = ['remove', 'restore', 'close']
const VARIANTS = { remove: 'danger', restore: 'primary', close: 'secondary' } as const

const optionsFor = (state: TakedownState): DecisionOption<TakedownMove>[] =>
  MOVES.filter((move) => TAKEDOWN_MOVES[move].from.some((from) => from === state)).map((move) => ({
    way: move,
    ...texts.moves[move],
    variant: VARIANTS[move],
  }))

function factsOf(notice: AdminTakedown): QueueFact[] {
  const { facts } = texts
  return knownFacts([
    [facts.work, notice.work],
    [
      facts.address,
      <a
        key="url"
        href={`/${notice.kind === 'post' ? 'post' : 'portfolio'}/${notice.subjectId}`}
        className="text-link hit"
      >
        {notice.title === '' ? notice.url : notice.title}
      </a>,
    ],
    [facts.author, <QueuePerson key="author" person={notice.author} />],
    [facts.before, texts.before(notice.removedOfAuthor)],
    [facts.holder, notice.name],
    [facts.organisation, notice.organisation],
    [facts.email, <QueueMail key="email" address={notice.email} />],
    [facts.postal, notice.address],
    [facts.signature, notice.signature],
    [facts.counter, notice.counter],
    [facts.returns, notice.restoreAt === null ? null : dayOf(notice.restoreAt)],
    [facts.removed, notice.removalNote],
    [facts.decided, notice.note],
  ])
}
