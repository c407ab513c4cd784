import './announcements.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import {
  AUDIENCES,
  MAX_ANNOUNCEMENT,
  MAX_SUBJECT,
  sendAnnouncement,
  tryAnnouncement,
  type Announcement,
  type Audience,
} from '@plinth/contract/moderation/announcements.ts'
import { fillAnswer } from '@plinth/contract/moderation/answers.ts'
import { asksToSignIn, call, sentenceOf } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { showFieldErrors } from '../../../lib/forms/problems.ts'
import { useSavedForm } from '../../../lib/forms/use-saved-form.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/field.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { showCallError } from '../../session/unauthorized.ts'
import { announcementsQuery, audiencesQuery } from './announcement-api.ts'
import { announcementTexts as texts } from './announcement-texts.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/overlay/dialog.tsx')).ConfirmDialog,
}))

type Written = Pick<Announcement, 'subject' | 'text' | 'audience'>

const EMPTY: Written = { subject: '', text: '', audience: 'everyone' }
const OPTIONS = (Object.keys(AUDIENCES) as Audience[]).map((value) => ({
  value,
  label: AUDIENCES[value],
}))
const bodyOf = ({ subject, text }: Written) => ({ subject: subject.trim(), text: text.trim() })

/** Writes an email to members. What is typed survives a failure, a reload and a sign-in. */
export function AnnouncementForm({ viewerId }: { viewerId: string }) {
  const [round, setRound] = useState(0)
  // A sent form ends, and the next email is a new one.
  return <OneForm key={round} viewerId={viewerId} onSent={() => setRound(round + 1)} />
}

function OneForm({ viewerId, onSent }: { viewerId: string; onSent: () => void }) {
  const client = useQueryClient()
  const { data: reach } = useQuery(audiencesQuery)
  const saved = useSavedForm<Written>({
    empty: EMPTY,
    draft: useDraft({ name: 'announcement', owner: viewerId, empty: EMPTY }),
    check: ({ subject, text }) => ({
      ...(subject.trim() === '' ? { subject: texts.subjectMissing } : {}),
      ...(text.trim() === '' ? { text: texts.textMissing } : {}),
    }),
  })
  const { form, fields, errors } = saved
  const [asked, setAsked] = useState<Written | null>(null)
  const onFieldErrors = (error: Error) => {
    setAsked(null)
    if (showFieldErrors(form, error, ['subject', 'text'])) saved.focusWrong()
  }
  const sending = useSendOnce({
    resume: 'announcement',
    send: (written: Written, idempotencyKey) =>
      call(sendAnnouncement, {
        body: { ...bodyOf(written), audience: written.audience },
        idempotencyKey,
      }),
    onSent: () => {
      saved.end()
      onSent()
      toast({ title: texts.sent, variant: 'success' })
      return readAgain(client, [announcementsQuery])
    },
    onFailed: onFieldErrors,
  })
  const trying = useSendOnce({
    send: (written: Written) => call(tryAnnouncement, { body: bodyOf(written) }),
    onSent: () => toast({ title: texts.tried, variant: 'success' }),
    onFailed: (error) => {
      onFieldErrors(error)
      showCallError(error, texts.tryFailed, texts.tryLater)
    },
  })
  return (
    <section aria-labelledby="announcement" className="min-w-0">
      <h2 id="announcement" className="display text-24 text-ink">
        {texts.title}
      </h2>
      <p className="mt-1 text-14 text-ink-3">{texts.says}</p>
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={(event) => saved.submit(event, setAsked)}
      >
        <Field
          label={texts.audience}
          hint={reach === undefined ? texts.counting : texts.reaches(reach[fields.audience])}
        >
          {(aria) => (
            <NativeSelect
              {...aria}
              options={OPTIONS}
              value={fields.audience}
              onValueChange={(audience) => form.setValue('audience', audience)}
            />
          )}
        </Field>
        <Field label={texts.subject} error={errors.subject?.message}>
          {(aria) => (
            <TextInput
              {...aria}
              {...form.register('subject')}
              autoComplete="off"
              maxLength={MAX_SUBJECT}
            />
          )}
        </Field>
        <Field label={texts.text} hint={texts.textHint} error={errors.text?.message}>
          {(aria) => (
            <TextArea {...aria} {...form.register('text')} rows={10} maxLength={MAX_ANNOUNCEMENT} />
          )}
        </Field>
        <Preview {...fields} />
        {sending.error === null || asksToSignIn(sending.error) ? null : (
          <ErrorText text={sentenceOf(sending.error, texts.failed)} />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={sending.isSending && texts.sending}>
            {texts.send}
          </Button>
          <Button
            busy={trying.isSending && texts.trying}
            onClick={({ currentTarget: { form: element } }) => {
              if (element !== null) saved.submitFrom(element, trying.send)
            }}
          >
            {texts.trial}
          </Button>
        </div>
      </form>
      <OnceOpened open={asked !== null}>
        <ConfirmDialog
          open={asked !== null}
          onOpenChange={(isOpen) => {
            if (!isOpen) setAsked(null)
          }}
          title={texts.ask(asked?.subject ?? '')}
          description={texts.askSays(asked === null ? undefined : reach?.[asked.audience])}
          keep={texts.askKeep}
          confirm={texts.askConfirm}
          busy={sending.isSending && texts.sending}
          onConfirm={() => {
            if (asked !== null) sending.send(asked)
          }}
        />
      </OnceOpened>
    </section>
  )
}

/** What the reader sees between the mark and the links. */
const Preview = ({ subject, text }: Written) => (
  <section aria-label={texts.preview} className="announcement-preview">
    {subject.trim() === '' && text.trim() === '' ? (
      <p className="text-14">{texts.previewEmpty}</p>
    ) : (
      <>
        <p className="display text-24 break-words">{fillAnswer(subject, {})}</p>
        <p className="mt-3 text-16 break-words whitespace-pre-line">
          {fillAnswer(text, {}).trim()}
        </p>
      </>
    )}
  </section>
)
