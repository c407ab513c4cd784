import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  MAX_INVITATION_NOTE,
  createInvitation,
  listInvitations,
  type NewInvitation,
} from '@plinth/contract/moderation/invitations.ts'
import { ApiError, call, sentenceOf } from '../../../lib/api/api.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { FreshSignInDialog } from '../fresh-sign-in-dialog.tsx'
import { needsFreshSignIn } from '../admin-api.ts'
import { refreshQueue } from '../queues/queue-api.ts'
import { invitationTexts as texts } from '../queues/queue-texts.ts'

const EMPTY = { email: '', note: '' }

/** Creates an invitation link, which is shown only once. The fields survive a fresh sign-in. */
export function InvitationForm({ viewerId }: { viewerId: string }) {
  const client = useQueryClient()
  const [made, setMade] = useState<NewInvitation | null>(null)
  const [isStale, setStale] = useState(false)
  const making = useDraftForm<typeof EMPTY, NewInvitation>({
    empty: EMPTY,
    draft: useDraft({ name: 'invitation', owner: viewerId, empty: EMPTY }),
    check: () => ({}),
    send: ({ email, note }) =>
      call(createInvitation, {
        body: { note: note.trim(), ...(email.trim() === '' ? {} : { email: email.trim() }) },
      }),
    onSent: (invitation) => {
      setMade(invitation)
      making.again()
      void refreshQueue(client, listInvitations)
    },
    onFailed: (error) => setStale(needsFreshSignIn(error)),
  })
  const { form, errors, error } = making
  const isQuiet =
    error === null ||
    needsFreshSignIn(error) ||
    (error instanceof ApiError && error.fields['email'] !== undefined)
  return (
    <section aria-labelledby="invite" className="min-w-0">
      <h2 id="invite" className="display text-24 text-ink">
        {texts.title}
      </h2>
      <p className="mt-1 text-14 text-ink-3">{texts.says}</p>
      <form noValidate className="mt-5 grid gap-5" onSubmit={making.submit}>
        <Field label={texts.email} hint={texts.emailHint} error={errors.email?.message} optional>
          {(aria) => (
            <TextInput {...aria} {...form.register('email')} type="email" autoComplete="off" />
          )}
        </Field>
        <Field label={texts.note} optional>
          {(aria) => (
            <TextInput
              {...aria}
              {...form.register('note')}
              autoComplete="off"
              maxLength={MAX_INVITATION_NOTE}
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
      {made === null ? null : <Made key={made.id} invitation={made} />}
      <FreshSignInDialog open={isStale} onClose={() => setStale(false)} />
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
