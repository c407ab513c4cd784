import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listTakenDown } from '@plinth/contract/moderation/appeals.ts'
import { sendCounterNotice } from '@plinth/contract/moderation/copyright.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { prepareChecker } from '../../lib/forms/contract.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { counterBody, checkCounter, EMPTY_COUNTER, type CounterFields } from './notice-rules.ts'
import { counterTexts as texts } from './moderation-texts.ts'
import { NoticeLine, NoticeStatement, NoticeText } from './notice-inputs.tsx'

/** The form of a counter-notice, with everything the law requires. */
export function CounterNoticeForm({ noticeId, onDone }: { noticeId: string; onDone: () => void }) {
  const client = useQueryClient()
  const form = useDraftForm({
    empty: EMPTY_COUNTER,
    draft: null,
    check: checkCounter,
    prepare: prepareChecker,
    send: (fields) =>
      call(sendCounterNotice, { params: { id: noticeId }, body: counterBody(fields) }),
    onSent: async () => {
      await readAgain(client, [listTakenDown])
      onDone()
    },
  })
  const { setFocus } = form.form
  useEffect(() => setFocus('text'), [setFocus])
  const { errors, error, isSending } = form
  const part = (name: keyof CounterFields) => ({
    registered: form.form.register(name),
    label: texts.fields[name],
    error: errors[name]?.message,
  })
  return (
    <form
      noValidate
      aria-label={texts.title}
      className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6"
      onSubmit={form.submit}
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
        <ErrorText text={`${texts.failed} ${sentenceOf(error, '')}`.trim()} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={isSending && texts.sending}>
          {texts.send}
        </Button>
        <Button onClick={onDone}>{texts.cancel}</Button>
      </div>
    </form>
  )
}
