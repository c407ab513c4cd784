import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { createTakedown } from '@plinth/contract/moderation/takedowns.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { resolverOf, showFieldErrors } from '../../lib/forms/form-problems.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Trouble } from '../../ui/feedback/trouble.tsx'
import { bodyOf, checkNotice, EMPTY, type NoticeFields } from './copyright-fields.ts'
import { texts } from './copyright-texts.ts'
import { NoticeLine, NoticeStatement, NoticeText } from './notice-parts.tsx'

/** Asks for all that a copyright notice has to say. Answers its number. */
export function CopyrightForm({ onSent }: { onSent: (number: number) => void }) {
  const form = useForm<NoticeFields>({
    defaultValues: EMPTY,
    resolver: resolverOf(checkNotice),
  })
  const { errors } = form.formState
  const part = (name: keyof NoticeFields) => ({
    registered: form.register(name),
    label: texts.fields[name],
    error: errors[name]?.message,
  })
  const sending = useMutation({
    mutationFn: (fields: NoticeFields) => call(createTakedown, { body: bodyOf(fields) }),
    onSuccess: ({ number }) => onSent(number),
    onError: (error) => showFieldErrors(form, error, texts.fields),
  })
  return (
    <form
      noValidate
      aria-label={texts.title}
      className="grid gap-6"
      onSubmit={(event) =>
        void form.handleSubmit((fields) => {
          if (!sending.isPending) sending.mutate(fields)
        })(event)
      }
    >
      <NoticeLine {...part('url')} hint={texts.hints.url} inputMode="url" autoComplete="off" />
      <NoticeText {...part('work')} hint={texts.hints.work} rows={4} />
      <div className="grid gap-6 tablet:grid-cols-2">
        <NoticeLine {...part('name')} autoComplete="name" />
        <NoticeLine {...part('organisation')} optional autoComplete="organization" />
      </div>
      <NoticeLine {...part('email')} type="email" autoComplete="email" />
      <NoticeText {...part('address')} rows={3} />
      <NoticeStatement {...part('isInGoodFaith')} />
      <NoticeStatement {...part('isAccurate')} />
      <NoticeLine {...part('signature')} hint={texts.hints.signature} autoComplete="off" />
      {sending.error === null || sending.isPending ? null : (
        <Trouble words={`${texts.failed} ${sentenceOf(sending.error, '')}`.trim()} />
      )}
      <Button
        type="submit"
        variant="primary"
        size={52}
        busy={sending.isPending && texts.sending}
        className="tablet:justify-self-start"
      >
        {texts.send}
      </Button>
    </form>
  )
}
