import { Link } from '@tanstack/react-router'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import {
  confirmProposal,
  declineProposal,
  listProposals,
  withdrawProposal,
  type Proposal,
} from '@plinth/contract/moderation/proposals.ts'
import { call } from '../../../lib/api/api.ts'
import { dateAndTime, price } from '../../../lib/format/format.ts'
import { DecisionForm, WithdrawButton } from './decision-form.tsx'
import { QueueFacts, QueuePerson } from './queue-details.tsx'
import { knownFacts, nameOf, type QueueFact, type QueuePaneProps } from './queue-rules.ts'
import { proposalTexts as texts } from './queue-texts.ts'

/** What would happen, who proposed it and why, with the answers that this person can give. */
export function ProposalPane({ one: proposal, viewerId, onDone }: QueuePaneProps<Proposal>) {
  const { id, kind, subjectId, title, reason, isOwn, state } = proposal
  return (
    <>
      <h2 className="display text-24 break-words text-ink">{title}</h2>
      <p className="text-14 text-ink-3">{texts.kinds[kind]}</p>
      {kind === 'ruling' ? (
        <Link
          to="/admin"
          search={{ tab: 'actions', list: 'disputes', item: subjectId }}
          className="text-link hit text-14"
        >
          {texts.room}
        </Link>
      ) : null}
      <QueueFacts facts={factsOf(proposal)} />
      <h3 className="mt-5 text-14 font-semibold text-ink">{texts.why}</h3>
      <p className="mt-1 break-words whitespace-pre-line">{reason}</p>
      {state === 'void' ? <p className="mt-5 text-14 text-ink-3">{texts.voided}</p> : null}
      {state === 'open' && isOwn ? (
        <WithdrawButton
          says={texts.own}
          words={texts.withdraw}
          busy={texts.withdrawing}
          done={texts.withdrawn}
          queue={listProposals}
          send={(idempotencyKey) => call(withdrawProposal, { params: { id }, idempotencyKey })}
          onDone={onDone}
        />
      ) : null}
      {state === 'open' && !isOwn ? (
        <DecisionForm
          viewerId={viewerId}
          subject={`proposal.${id}`}
          label={texts.reason}
          hint={texts.hint[kind]}
          maxLength={MAX_NOTE_LENGTH}
          queue={listProposals}
          options={[
            {
              way: 'confirm',
              words: texts.confirm[kind],
              busy: texts.confirming,
              done: texts.confirmed,
              variant: 'primary',
              needsNoReason: true,
            },
            {
              way: 'decline',
              words: texts.decline,
              busy: texts.declining,
              done: texts.declined,
              variant: 'quiet-danger',
            },
          ]}
          send={(way, note, idempotencyKey) =>
            way === 'confirm'
              ? call(confirmProposal, { params: { id }, idempotencyKey })
              : call(declineProposal, { params: { id }, body: { note }, idempotencyKey })
          }
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

const factsOf = (proposal: Proposal): QueueFact[] => {
  const { split, title, proposedBy, createdAt, expiresAt, state, decidedBy, note } = proposal
  return knownFacts([
    [
      texts.facts.what,
      split === null
        ? texts.what.owner(title)
        : texts.what.ruling(price(split.toClient), price(split.toCreator)),
    ],
    [texts.facts.who, <QueuePerson key="who" person={proposedBy} />],
    [texts.facts.when, dateAndTime(createdAt)],
    [texts.facts.until, state === 'open' ? dateAndTime(expiresAt) : null],
    [texts.facts.answered, decidedBy === null ? null : nameOf(decidedBy)],
    [texts.facts.note, note],
  ])
}
