import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { listTakenDown } from '@plinth/contract/moderation/appeals.ts'
import { sendCounterNotice } from '@plinth/contract/moderation/counter-notice.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/cache-writes.ts'
import { resolverOf, showFieldErrors } from '../../lib/forms/form-problems.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Trouble } from '../../ui/feedback/trouble.tsx'
import { bodyOf, checkCounter, EMPTY, type CounterFields } from './counter-fields.ts'
import { texts } from './counter-texts.ts'
import { NoticeLine, NoticeStatement, NoticeText } from './notice-parts.tsx'

/** Asks for all that the law wants a counter-notice to say. */
export function CounterForm({ noticeId, onDone }: { noticeId: string; onDone: () => void }) {
  const client = useQueryClient()
  const form = useForm<CounterFields>({
    defaultValues: EMPTY,
    resolver: resolverOf(checkCounter),
  })
  const { setFocus } = form
  useEffect(() => setFocus('text'), [setFocus])
  const { errors } = form.formState
  const part = (name: keyof CounterFields) => ({
    registered: form.register(name),
    label: texts.fields[name],
    error: errors[name]?.message,
  })
  const sending = useMutation({
    mutationFn: (fields: CounterFields) =>
      call(sendCounterNotice, { params: { id: noticeId }, body: bodyOf(fields) }),
    onSuccess: async () => {
      await readAgain(client, [listTakenDown])
      onDone()
    },
    onError: (error) => showFieldErrors(form, error, texts.fields),
  })
  const error = sending.error === null || isUnauthorized(sending.error) ? null : sending.error
  return (
    <form
      noValidate
      aria-label={texts.title}
      className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6"
      onSubmit={(event) =>
        void form.handleSubmit((fields) => {
          if (!sending.isPending) sending.mutate(fields)
        })(event)
      }
    >
      <p className="text-14 text-ink-2">{texts.lead}</p>
      <NoticeText {...part('text')} rows={5} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 tablet:grid-cols-2">
        <NoticeLine {...part('name')} autoComplete="name" />
        <NoticeLine {...part('phone')} type="tel" autoComplete="tel" />
      </div>
      <NoticeText {...part('address')} rows={3} />
      <NoticeStatement {...part('isMistaken')} />
      <NoticeStatement {...part('acceptsCourt')} />
      <NoticeLine {...part('signature')} hint={texts.signature} autoComplete="off" />
      {error === null ? null : (
        <Trouble words={`${texts.failed} ${sentenceOf(error, '')}`.trim()} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={sending.isPending && texts.sending}>
          {texts.send}
        </Button>
        <Button onClick={onDone}>{texts.cancel}</Button>
      </div>
    </form>
  )
}
