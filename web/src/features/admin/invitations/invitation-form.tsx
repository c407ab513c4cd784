import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  MAX_INVITATION_NOTE,
  createInvitation,
  listInvitations,
  type InvitedRole,
  type NewInvitation,
} from '@plinth/contract/moderation/invitations.ts'
import { ROLES } from '@plinth/contract/http/rights.ts'
import { USUAL_ROLE } from '@plinth/contract/http/roles.ts'
import { ApiError, call, sentenceOf } from '../../../lib/api/api.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { refreshQueue } from '../queues/queue-api.ts'
import { invitationTexts as texts } from './panel-texts.ts'

const EMPTY: { role: InvitedRole; email: string; note: string } = {
  role: USUAL_ROLE,
  email: '',
  note: '',
}
const CHOICES = ROLES.filter(({ value }) => value !== 'owner')

/** Creates an invitation link, which is shown only once. The fields survive a fresh sign-in. */
export function InvitationForm({ viewerId }: { viewerId: string }) {
  const client = useQueryClient()
  const [made, setMade] = useState<NewInvitation | null>(null)
  const making = useDraftForm<typeof EMPTY, NewInvitation>({
    empty: EMPTY,
    resume: 'invitation',
    draft: useDraft({ name: 'invitation', owner: viewerId, empty: EMPTY }),
    check: () => ({}),
    send: ({ role, email, note }) =>
      call(createInvitation, {
        body: { role, note: note.trim(), ...(email.trim() === '' ? {} : { email: email.trim() }) },
      }),
    onSent: (invitation) => {
      setMade(invitation)
      making.again()
      void refreshQueue(client, listInvitations)
    },
  })
  const { form, errors, error } = making
  const isQuiet =
    error === null || (error instanceof ApiError && error.fields['email'] !== undefined)
  return (
    <section aria-labelledby="invite" className="min-w-0">
      <h2 id="invite" className="display text-24 text-ink">
        {texts.title}
      </h2>
      <p className="mt-1 text-14 text-ink-3">{texts.says}</p>
      <form noValidate className="mt-5 grid gap-5" onSubmit={making.submit}>
        <Field label={texts.role} hint={texts.roleHint(saysOf(making.fields.role))}>
          {(aria) => (
            <Select
              {...aria}
              options={CHOICES}
              value={making.fields.role}
              onValueChange={(role) => form.setValue('role', role as InvitedRole)}
            />
          )}
        </Field>
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
    </section>
  )
}

const saysOf = (role: InvitedRole): string => ROLES.find(({ value }) => value === role)?.says ?? ''

function Made({ invitation: { url, email, mail } }: { invitation: NewInvitation }) {
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
    <div
      role="status"
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3 bg-surface-1 p-5 wrap-anywhere"
    >
      <Field
        label={texts.made}
        hint={mail !== null && email !== null ? texts.mailing(email) : texts.notMailed}
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
