import '../actions/actions.css'
import '../../../styles/paper-actions.css'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import { getDisputeCase } from '@plinth/contract/projects/dispute-calls.ts'
import { plainText } from '@plinth/contract/notifications/template.ts'
import { projectSentence } from '@plinth/contract/projects/sentences.ts'
import { listDisputes, ruleDispute } from '@plinth/contract/projects/project-calls.ts'
import { PROJECT_ROLES } from '@plinth/contract/projects/project-states.ts'
import type { Dispute, Project } from '@plinth/contract/projects/projects.ts'
import { listProposals, needsSecondPerson } from '@plinth/contract/moderation/proposals.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { call } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { price } from '../../../lib/format/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/text-input.tsx'
import { disputeTexts } from './dispute-texts.ts'
import { PaperSlip } from '../slip.tsx'
import { SplitField } from '../actions/split-field.tsx'
import { halfOf, readSplit, typedSum } from '../actions/split-rules.ts'
import { useStepForm } from '../actions/use-step-form.ts'

const texts = disputeTexts.ruling

interface DisputeRulingProps {
  project: Project
  dispute: Dispute
  viewerId: string
}

/** The form for a ruling. The button repeats its sums; the draft survives a failure and a sign-in. */
export function DisputeRuling({ project, dispute, viewerId }: DisputeRulingProps) {
  const { id, money, client, creator } = project
  const queries = useQueryClient()
  const empty = { typed: typedSum(halfOf(money.held)), reason: '' }
  const step = useStepForm({
    projectId: id,
    empty,
    resume: `ruling.${id}`,
    draft: useDraft({ name: `ruling.${id}`, owner: viewerId, empty }),
    check: (fields): Problems => ({
      ...(readSplit(money.held, fields.typed) === null ? { typed: texts.missing } : {}),
      ...(fields.reason.trim() === '' ? { reason: texts.missing } : {}),
    }),
    send: (fields, idempotencyKey) =>
      call(ruleDispute, {
        params: { id },
        body: {
          toClient: readSplit(money.held, fields.typed)?.toClient ?? 0,
          reason: fields.reason.trim(),
        },
        idempotencyKey,
      }),
    message: ({ status }) => ({
      title: status === 'disputed' ? texts.proposed : texts.done,
      variant: 'success',
    }),
    onDone: () => {
      void readAgain(queries, [listDisputes, listProposals, getQueues, getDisputeCase])
    },
  })
  const { typed, reason } = step.fields
  const split = readSplit(money.held, typed)
  return (
    <PaperSlip title={texts.title} aside={disputeTexts.due(dayOf(dispute.dueAt))}>
      <form noValidate onSubmit={step.submit}>
        <p className="mt-3 text-14 text-paper-ink-2">{texts.held}</p>
        <p className="display slip-sum tnum">{price(money.held)}</p>
        <div className="mt-2 *:p-0!">
          <SplitField
            held={money.held}
            typed={typed}
            client={client.firstName}
            creator={creator.firstName}
            onChange={(sum) => step.set('typed', sum)}
          />
        </div>
        <Field
          label={texts.reason}
          error={step.problems.reason?.message}
          className="split-typed mt-4"
        >
          {(aria) => (
            <TextArea
              {...aria}
              rows={5}
              maxLength={MAX_PROJECT_TEXT}
              value={reason}
              className="border-paper-ink-2! bg-[#f7f4ec]! text-paper-ink!"
              onChange={({ target }) => step.set('reason', target.value)}
            />
          )}
        </Field>
        {dispute.openedBy === 'plinth'
          ? null
          : PROJECT_ROLES.filter((side) => !dispute.statements.some(({ by }) => by === side)).map(
              (side) => (
                <PaperWarning
                  key={side}
                  words={texts.silent(project[side].firstName, dayOf(dispute.openedAt))}
                />
              ),
            )}
        {split === null ? null : <RulingPreview project={project} split={split} reason={reason} />}
        {step.problem === null ? null : <PaperTrouble words={step.problem} />}
        <button
          type="submit"
          aria-disabled={step.isBusy || undefined}
          aria-busy={step.isBusy || undefined}
          className="paper-primary tnum mt-4 min-h-13 w-full"
        >
          {step.isBusy ? texts.ruling : ruleWords(split, project)}
        </button>
        {needsSecondPerson(money.held * 100) ? (
          <p className="slip-note mt-4">{texts.second}</p>
        ) : null}
        <p className="slip-note mt-4">{texts.final(dayOf(dispute.dueAt))}</p>
      </form>
    </PaperSlip>
  )
}

const ruleWords = (
  split: ReturnType<typeof readSplit>,
  { client, creator }: Pick<Project, 'client' | 'creator'>,
): string =>
  split === null
    ? texts.ruleUnknown
    : texts.rule(price(split.toClient), client.firstName, price(split.toCreator), creator.firstName)

/** The notification of each side, as it will be, and the reason below it. */
const RulingPreview = ({
  project,
  split: { toClient, toCreator },
  reason,
}: {
  project: Project
  split: { toClient: number; toCreator: number }
  reason: string
}) => (
  <section aria-label={texts.preview} className="mt-4 text-14 text-paper-ink">
    <h3 className="font-semibold text-paper-ink">{texts.preview}</h3>
    <ul className="mt-1 grid gap-2">
      {PROJECT_ROLES.map((role) => (
        <li key={role}>
          <span className="text-paper-ink-2">{`${project[role].firstName}: `}</span>
          {plainText(
            projectSentence(
              {
                id: project.id,
                title: project.title,
                event: 'ruled',
                amount: role === 'client' ? toClient : toCreator,
                role,
              },
              null,
            ),
          )}
        </li>
      ))}
    </ul>
    <p className="mt-2 wrap-anywhere whitespace-pre-line text-paper-ink-2">
      {reason.trim() === '' ? texts.noReason : reason.trim()}
    </p>
  </section>
)

const PaperTrouble = ({ words }: { words: string }) => (
  <div role="alert">
    <PaperWarning words={words} />
  </div>
)

const PaperWarning = ({ words }: { words: string }) => (
  <p className="mt-4 flex items-start gap-2 text-14 font-semibold text-paper-ink">
    <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
    {words}
  </p>
)
