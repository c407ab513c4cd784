import { MAX_DELIVERY_DAYS } from '@plinth/contract/limits.ts'
import {
  SHOWING_ANSWERS,
  type Project,
  type Showing,
  type ShowingAnswer,
} from '@plinth/contract/projects/projects.ts'
import { answerShowing } from '@plinth/contract/projects/showing-calls.ts'
import { call } from '../../../lib/api/api.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { dayAhead } from '../../../lib/format/days.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { CheckRow } from '../../../ui/form/check-row.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useStepForm } from '../actions/use-step-form.ts'
import { showingTexts as texts } from './showing-texts.ts'

interface ShowingAnswerFormProps {
  project: Project
  showing: Showing
  onDone: () => void
  /** Null while there is no answer to keep. */
  onKeep: (() => void) | null
}

interface AnswerFields {
  answer: ShowingAnswer | ''
  showFrom: string
  namesClient: boolean
}

/** The client's answer to the question whether their project may be shown. */
export function ShowingAnswerForm({ project, showing, onDone, onKeep }: ShowingAnswerFormProps) {
  const { id, creator } = project
  const name = creator.firstName
  const step = useStepForm<AnswerFields, AnswerFields>({
    projectId: id,
    empty: {
      answer: showing.answer ?? '',
      showFrom: showing.showFrom ?? '',
      namesClient: showing.namesClient,
    },
    draft: null,
    check: ({ answer, showFrom }): Problems => ({
      ...(answer === '' ? { answer: texts.answerWrong } : {}),
      ...(answer === 'later' && !isAhead(showFrom) ? { showFrom: texts.fromWrong } : {}),
    }),
    send: ({ answer, showFrom, namesClient }, idempotencyKey) =>
      call(answerShowing, {
        params: { id },
        body: {
          answer: answer === '' ? 'never' : answer,
          ...(answer === 'later' ? { showFrom } : {}),
          namesClient: namesClient && answer !== 'never',
        },
        idempotencyKey,
      }),
    message: () => ({ title: texts.answered(name), variant: 'success' }),
    onDone,
  })
  const { answer, showFrom, namesClient } = step.fields
  return (
    <form
      noValidate
      className="mt-1 flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        step.submitFrom(event.currentTarget)
      }}
    >
      <p className="text-14 text-ink-3">{texts.questionLine(name)}</p>
      <Choices
        label={texts.answers}
        options={SHOWING_ANSWERS.map((one) => texts.answerOf[one])}
        value={answer === '' ? undefined : texts.answerOf[answer]}
        onValueChange={(words) =>
          step.set('answer', SHOWING_ANSWERS.find((one) => texts.answerOf[one] === words) ?? '')
        }
        placeholder={texts.choose}
        error={step.problems.answer?.message}
        required
      />
      {answer === 'later' ? (
        <Field
          label={texts.from}
          hint={texts.fromHint(name)}
          error={step.problems.showFrom?.message}
          required
          className="tablet:max-w-80"
        >
          {(aria) => (
            <DateInput
              {...aria}
              value={showFrom}
              min={dayAhead(1)}
              max={dayAhead(MAX_DELIVERY_DAYS)}
              onChange={({ target }) => step.set('showFrom', target.value)}
            />
          )}
        </Field>
      ) : null}
      {answer === 'now' || answer === 'later' ? (
        <CheckRow
          label={texts.name(name)}
          note={texts.nameNote}
          checked={namesClient}
          onChange={(checked) => step.set('namesClient', checked)}
        />
      ) : null}
      {step.problem === null ? null : <ErrorText text={step.problem} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size={52} busy={step.isBusy && texts.answering}>
          {texts.answer}
        </Button>
        {onKeep === null ? null : (
          <Button size={52} variant="quiet" onClick={onKeep}>
            {texts.keep}
          </Button>
        )}
      </div>
    </form>
  )
}

const isAhead = (day: string): boolean => day > dayAhead(0) && day <= dayAhead(MAX_DELIVERY_DAYS)
