import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  MAX_INVITATION_NOTE,
  createInvitation,
  listInvitations,
  type NewInvitation,
} from '@plinth/contract/moderation/invitations.ts'
import { ApiError, call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { fieldSentence } from '../../../lib/forms/field-sentence.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { FreshSignInDialog } from '../fresh-sign-in-dialog.tsx'
import { needsFreshSignIn } from '../admin-api.ts'
import { refreshQueue } from '../queues/queue-api.ts'
import { invitationTexts as texts } from '../queues/queue-texts.ts'

/** Creates an invitation link, which is shown only once. The fields survive a fresh sign-in. */
export function InvitationForm({ viewerId }: { viewerId: string }) {
  const client = useQueryClient()
  const email = useTextDraft('invitation.email', viewerId)
  const note = useTextDraft('invitation.note', viewerId)
  const making = useSendOnce({
    send: (body: { note: string; email?: string }) => call(createInvitation, { body }),
    onSent: () => {
      email.drop()
      note.drop()
      void refreshQueue(client, listInvitations)
    },
  })
  const { error, answer } = making
  const wrong = error instanceof ApiError ? error.fields['email'] : undefined
  const isQuiet =
    error === null || wrong !== undefined || needsFreshSignIn(error) || isUnauthorized(error)
  return (
    <section aria-labelledby="invite" className="min-w-0">
      <h2 id="invite" className="display text-24 text-ink">
        {texts.title}
      </h2>
      <p className="mt-1 text-14 text-ink-3">{texts.says}</p>
      <form
        noValidate
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          const address = email.text.trim()
          making.send({
            note: note.text.trim(),
            ...(address === '' ? {} : { email: address }),
          })
        }}
      >
        <Field
          label={texts.email}
          hint={texts.emailHint}
          error={wrong === undefined ? undefined : fieldSentence(texts.email, wrong)}
          optional
        >
          {(aria) => (
            <TextInput
              {...aria}
              type="email"
              autoComplete="off"
              value={email.text}
              onChange={({ target }) => email.setText(target.value)}
            />
          )}
        </Field>
        <Field label={texts.note} optional>
          {(aria) => (
            <TextInput
              {...aria}
              autoComplete="off"
              maxLength={MAX_INVITATION_NOTE}
              value={note.text}
              onChange={({ target }) => note.setText(target.value)}
            />
          )}
        </Field>
        {isQuiet ? null : <ErrorText text={sentenceOf(error, texts.failed)} />}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          busy={making.isSending && texts.making}
        >
          {texts.make}
        </Button>
      </form>
      {answer === undefined ? null : <Made key={answer.id} invitation={answer} />}
      <FreshSignInDialog open={needsFreshSignIn(error)} onClose={() => making.reset()} />
    </section>
  )
}

function Made({ invitation: { url, email, isMailed } }: { invitation: NewInvitation }) {
  const [isSelected, setSelected] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast({ title: texts.copied, variant: 'success' })
    } catch {
      // The browser may refuse the clipboard. The selected field can be copied by hand.
      setSelected(true)
    }
  }
  return (
    <div role="status" className="mt-6 grid gap-3 bg-surface-1 p-5">
      <Field
        label={texts.made}
        hint={isMailed && email !== null ? texts.mailed(email) : texts.notMailed}
      >
        {(aria) => (
          <TextInput
            {...aria}
            ref={field}
            readOnly
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </Field>
      {isSelected ? <ErrorText text={texts.copyFailed} /> : null}
      <Button className="justify-self-start" onClick={() => void copy()}>
        <Copy size={18} aria-hidden />
        {texts.copy}
      </Button>
    </div>
  )
}
