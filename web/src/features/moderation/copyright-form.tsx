import { createTakedown } from '@plinth/contract/moderation/copyright.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { prepareChecker } from '../../lib/forms/contract.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { noticeBody, checkNotice, EMPTY_NOTICE, type NoticeFields } from './notice-rules.ts'
import { copyrightTexts as texts } from './moderation-texts.ts'
import { NoticeLine, NoticeStatement, NoticeText } from './notice-inputs.tsx'

/** The form of a copyright notice. `onSent` gets the notice's number. */
export function CopyrightForm({ onSent }: { onSent: (number: number) => void }) {
  const form = useDraftForm({
    empty: EMPTY_NOTICE,
    draft: null,
    check: checkNotice,
    prepare: prepareChecker,
    send: (fields) => call(createTakedown, { body: noticeBody(fields) }),
    onSent: ({ number }) => onSent(number),
  })
  const { errors, error, isSending } = form
  const part = (name: keyof NoticeFields) => ({
    registered: form.form.register(name),
    label: texts.fields[name],
    error: errors[name]?.message,
  })
  return (
    <form noValidate aria-label={texts.title} className="grid gap-6" onSubmit={form.submit}>
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
      {error === null ? null : (
        <ErrorText text={`${texts.failed} ${sentenceOf(error, '')}`.trim()} />
      )}
      <Button
        type="submit"
        variant="primary"
        size={52}
        busy={isSending && texts.sending}
        className="tablet:justify-self-start"
      >
        {texts.send}
      </Button>
    </form>
  )
}
