import { useQueryClient } from '@tanstack/react-query'
import {
  MAX_ANSWER_NAME,
  createAnswer,
  updateAnswer,
  type CannedAnswer,
} from '@plinth/contract/moderation/answers.ts'
import { MAX_NOTE_LENGTH } from '@plinth/contract/moderation/moderation.ts'
import { ApiError, asksToSignIn, call, sentenceOf } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { answersQuery } from './answer-api.ts'
import { answerTexts as texts } from './answer-texts.ts'

interface Written {
  name: string
  body: string
}

/** Writes a canned answer, or changes this one. What is typed survives a failure and a reload. */
export function AnswerForm({
  answer,
  viewerId,
  onDone,
}: {
  answer: CannedAnswer | null
  viewerId: string
  onDone: () => void
}) {
  const client = useQueryClient()
  const empty: Written = { name: answer?.name ?? '', body: answer?.body ?? '' }
  const writing = useDraftForm<Written, CannedAnswer>({
    empty,
    draft: useDraft({ name: `answer.${answer?.id ?? 'new'}`, owner: viewerId, empty }),
    check: ({ name, body }) => ({
      ...(name.trim() === '' ? { name: texts.nameMissing } : {}),
      ...(body.trim() === '' ? { body: texts.bodyMissing } : {}),
    }),
    send: ({ name, body }) => {
      const written = { name: name.trim(), body: body.trim() }
      return answer === null
        ? call(createAnswer, { body: written })
        : call(updateAnswer, { params: { id: answer.id }, body: written })
    },
    onSent: () => {
      toast({ title: texts.saved, variant: 'success' })
      writing.again()
      onDone()
      void readAgain(client, [answersQuery])
    },
  })
  const { form, errors, error } = writing
  const isQuiet =
    error === null ||
    asksToSignIn(error) ||
    (error instanceof ApiError && Object.keys(error.fields).length > 0)
  return (
    <section aria-labelledby="answer" className="min-w-0">
      <h2 id="answer" className="display text-24 text-ink">
        {answer === null ? texts.new : texts.edit}
      </h2>
      <p className="mt-1 text-14 text-ink-3">{texts.says}</p>
      <form noValidate className="mt-5 grid gap-5" onSubmit={writing.submit}>
        <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
          {(aria) => (
            <TextInput
              {...aria}
              {...form.register('name')}
              autoComplete="off"
              maxLength={MAX_ANSWER_NAME}
            />
          )}
        </Field>
        <Field label={texts.body} error={errors.body?.message}>
          {(aria) => (
            <TextArea {...aria} {...form.register('body')} rows={6} maxLength={MAX_NOTE_LENGTH} />
          )}
        </Field>
        {isQuiet ? null : <ErrorText text={sentenceOf(error, texts.failed)} />}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={writing.isSending && texts.saving}>
            {texts.save}
          </Button>
          {answer === null ? null : <Button onClick={onDone}>{texts.keepOther}</Button>}
        </div>
      </form>
    </section>
  )
}
