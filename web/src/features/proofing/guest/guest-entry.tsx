import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { CODE_DIGITS, MAX_GUEST_NAME } from '@plinth/contract/limits.ts'
import type { GuestPass, ProofInvite } from '@plinth/contract/proofing/links.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { fullName } from '../../../lib/format/format.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { enterRoom, hasEnded, sendCode, type EnterFields } from './guest-api.ts'
import { GuestFrame } from './guest-frame.tsx'
import { abilitiesOf, texts } from './guest-texts.ts'

interface EntryProps {
  invite: ProofInvite
  secret: string
  onEntered: (pass: GuestPass) => void
  /** The link has ended since it was opened. */
  onEnded: () => void
}

/** Asks a guest for their name, and for whatever the link wants to know. */
export function GuestEntry(props: EntryProps) {
  const { invite } = props
  const { title, client, creator, preview, versions, files } = invite
  return (
    <GuestFrame title={title} line={texts.by(fullName(creator), client && fullName(client))}>
      <main id="main" tabIndex={-1} className="guest-entry">
        <div className="guest-picture">
          {preview === null ? null : (
            <img
              src={preview.url}
              alt={preview.alt}
              width={preview.width}
              height={preview.height}
            />
          )}
        </div>
        <p className="guest-count">
          {client === null ? texts.ownCount(files) : texts.count(versions, files)}
        </p>
        <section className="guest-sheet">
          <h2 className="display text-24 text-ink">
            {invite.person === null ? texts.question : texts.welcome(invite.person.name)}
          </h2>
          <p className="text-14 text-ink-2">{introOf(invite)}</p>
          <EntryForm {...props} />
        </section>
      </main>
    </GuestFrame>
  )
}

function introOf({ person, right, client, creator, madeBy }: ProofInvite): string {
  if (person !== null) return texts.whoDecides(madeBy.firstName, person.email)
  const say = right === 'look' ? texts.whoLooks : texts.who
  return say(client === null ? creator.firstName : texts.both(client.firstName, creator.firstName))
}

const EMPTY: EnterFields = { name: '', email: '', password: '', code: '' }

function EntryForm({ invite, secret, onEntered, onEnded }: EntryProps) {
  const { person, hasPassword, right, madeBy } = invite
  const form = useDraftForm<EnterFields, GuestPass>({
    empty: EMPTY,
    draft: null,
    check: (fields) => problemsOf(fields, invite),
    send: (fields) => enterRoom(invite.id, secret, fields),
    onSent: onEntered,
    onFailed: (error) => {
      if (hasEnded(error)) onEnded()
    },
  })
  const code = useSendOnce({
    send: (password: string) => sendCode(invite.id, secret, password),
    onFailed: (error) => {
      if (hasEnded(error)) onEnded()
    },
  })
  const [hasCode, setHasCode] = useState(false)
  const { control, error, errors, isSending } = form
  const asksForCode = () => {
    setHasCode(true)
    code.send(form.fields.password)
  }
  // The code comes to whoever the link is for. Until it is asked for there is nothing else to fill in.
  const isWaiting = person !== null && !hasCode
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        if (!isWaiting) return form.submit(event)
        event.preventDefault()
        return asksForCode()
      }}
    >
      {person === null ? (
        <FormField control={control} name="name" label={texts.name} required>
          {(aria, field) => (
            <TextInput {...aria} {...field} maxLength={MAX_GUEST_NAME} autoComplete="name" />
          )}
        </FormField>
      ) : null}
      {hasPassword ? (
        <FormField
          control={control}
          name="password"
          label={texts.password}
          hint={texts.passwordHint(madeBy.firstName)}
          required
        >
          {(aria, field) => (
            <TextInput {...aria} {...field} type="password" autoComplete="current-password" />
          )}
        </FormField>
      ) : null}
      {person === null && right !== 'look' ? (
        <FormField control={control} name="email" label={texts.email} optional={texts.emailWhy}>
          {(aria, field) => (
            <TextInput
              {...aria}
              {...field}
              type="email"
              autoComplete="email"
              placeholder="name@example.com"
            />
          )}
        </FormField>
      ) : null}
      {person !== null && hasCode ? (
        <FormField
          control={control}
          name="code"
          label={texts.code}
          hint={texts.codeHint(person.email)}
          required
        >
          {(aria, field) => (
            <TextInput
              {...aria}
              {...field}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={CODE_DIGITS}
            />
          )}
        </FormField>
      ) : null}
      <Abilities invite={invite} />
      {code.error === null || hasEnded(code.error) ? null : (
        <ErrorText text={sentenceOf(code.error, texts.codeFailed)} />
      )}
      {error === null || hasEnded(error) || Object.keys(errors).length > 0 ? null : (
        <ErrorText text={sentenceOf(error, texts.startFailed)} />
      )}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        busy={isWaiting ? code.isSending && texts.sendingCode : isSending && texts.starting}
      >
        {isWaiting ? texts.sendCode : texts.start[right]}
      </Button>
      {person !== null && hasCode ? (
        <Button busy={code.isSending && texts.sendingCode} onClick={asksForCode}>
          {texts.sendAgain}
        </Button>
      ) : null}
    </form>
  )
}

function problemsOf({ name, password, code }: EnterFields, invite: ProofInvite): Problems {
  return {
    ...(invite.person === null && name.trim() === '' ? { name: texts.noName } : {}),
    ...(invite.hasPassword && password === '' ? { password: texts.noPassword } : {}),
    ...(invite.person !== null && !/^\d{6}$/.test(code.trim()) ? { code: texts.noCode } : {}),
  }
}

const Abilities = ({ invite }: { invite: ProofInvite }) => (
  <ul aria-label={texts.can} className="guest-abilities">
    {abilitiesOf(invite).map(({ words, isAllowed }) => (
      <li key={words} data-allowed={isAllowed ? '' : undefined}>
        {isAllowed ? <Check size={16} aria-hidden /> : <X size={16} aria-hidden />}
        <span>
          {isAllowed ? null : <span className="sr-only">{texts.not} </span>}
          {words}
        </span>
      </li>
    ))}
  </ul>
)
