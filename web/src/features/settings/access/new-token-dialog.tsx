import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { SCOPE_NAMES, SCOPES, type Scope } from '@plinth/contract/http/scopes.ts'
import {
  createToken,
  MAX_TOKEN_NAME_LENGTH,
  TOKEN_DAYS,
  type AccessToken,
} from '@plinth/contract/people/tokens.ts'
import { asksToSignIn, call, sentenceOf } from '../../../lib/api/api.ts'
import { patchAnswer } from '../../../lib/cache/writes.ts'
import { useDraft } from '../../../lib/forms/draft.ts'
import { focusProblem } from '../../../lib/forms/focus.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/form/field.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { NEW_TOKEN, tokensQuery } from './token-api.ts'
import { tokenTexts } from './token-texts.ts'

const { form: words, ready } = tokenTexts

interface MadeToken {
  token: AccessToken
  text: string
}

/** Makes an access token and shows its text, once. */
export function NewTokenDialog({
  open,
  ownerId,
  onClose,
}: {
  open: boolean
  ownerId: string
  onClose: () => void
}) {
  const [made, setMade] = useState<MadeToken | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(close)}
      title={made === null ? words.title : ready.title}
      {...(made === null ? {} : { description: ready.text })}
      width="narrow"
    >
      {made === null ? (
        <NewToken ownerId={ownerId} onMade={setMade} onClose={close} />
      ) : (
        <Ready made={made} onClose={close} />
      )}
    </Dialog>
  )
}

interface Fields {
  name: string
  scopes: string[]
  /** Days as text, or `never`. */
  days: string
}
const EMPTY: Fields = { name: '', scopes: [], days: '90' }
const DAYS = TOKEN_DAYS.map((days) => ({
  value: `${days ?? 'never'}`,
  label: words.daysOption(days),
}))
const isScope = (scope: string): scope is Scope => scope in SCOPES

function nameProblem(name: string): string | undefined {
  const { length } = name.trim()
  if (length === 0) return words.nameMissing
  return length > MAX_TOKEN_NAME_LENGTH ? words.nameLong(MAX_TOKEN_NAME_LENGTH) : undefined
}

function NewToken({
  ownerId,
  onMade,
  onClose,
}: {
  ownerId: string
  onMade: (made: MadeToken) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  // The choice survives signing in once more, which making a token may ask for.
  const draft = useDraft({ name: 'token', owner: ownerId, empty: EMPTY })
  const [fields, setFields] = useState<Fields>(draft.saved?.fields ?? EMPTY)
  const [isAsked, setAsked] = useState(false)
  const { send, isSending, isSent, error } = useSendOnce({
    isOneOff: true,
    resume: NEW_TOKEN,
    send: ({ name, scopes, days }: Fields) =>
      call(createToken, {
        body: {
          name: name.trim(),
          scopes: scopes.filter(isScope),
          days: TOKEN_DAYS.find((one) => `${one ?? 'never'}` === days) ?? null,
        },
      }),
    onSent: (made) => {
      draft.drop()
      patchAnswer(client, tokensQuery, (all) => all && [made.token, ...all])
      onMade(made)
    },
  })
  const change = (some: Partial<Fields>) => {
    const next = { ...fields, ...some }
    setFields(next)
    draft.save(next)
  }
  const wrongName = nameProblem(fields.name)
  const lacksScope = !fields.scopes.some(isScope)
  return (
    <form
      noValidate
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (wrongName !== undefined || lacksScope) focusProblem(event.currentTarget)
        else send(fields)
      }}
    >
      <Field
        label={words.name}
        hint={words.nameHint}
        error={isAsked ? wrongName : undefined}
        required
      >
        {(aria) => (
          <TextInput
            {...aria}
            autoComplete="off"
            value={fields.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Scopes
        chosen={fields.scopes}
        isMissing={isAsked && lacksScope}
        onChange={(scopes) => change({ scopes })}
      />
      <Field label={words.days}>
        {(aria) => (
          <NativeSelect
            {...aria}
            options={DAYS}
            value={fields.days}
            onValueChange={(days) => change({ days })}
          />
        )}
      </Field>
      {error === null || asksToSignIn(error) ? null : (
        <ErrorText text={sentenceOf(error, words.failed)} />
      )}
      <DialogFooter className="mt-1!">
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button type="submit" variant="primary" busy={(isSending || isSent) && words.busy}>
          {words.send}
        </Button>
      </DialogFooter>
    </form>
  )
}

function Scopes({
  chosen,
  isMissing,
  onChange,
}: {
  chosen: readonly string[]
  isMissing: boolean
  onChange: (scopes: string[]) => void
}) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={isMissing ? `${id}-note` : undefined}
      aria-invalid={isMissing || undefined}
      className="min-w-0"
    >
      <legend className="mb-2 text-14 font-semibold text-ink">{words.scopes}</legend>
      {SCOPE_NAMES.map((scope) => (
        <label
          key={scope}
          className="-mx-3 flex min-h-11 cursor-pointer items-start gap-3 rounded-control px-3 py-2 hover:bg-surface-3"
        >
          <Tick
            type="checkbox"
            className="mt-0.5"
            checked={chosen.includes(scope)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
            }
          />
          <span className="min-w-0 text-14 text-ink">
            {SCOPES[scope]} <span className="block text-13 text-ink-3">{scope}</span>
          </span>
        </label>
      ))}
      {isMissing ? (
        <p id={`${id}-note`} className="mt-1 text-13 text-danger">
          {words.scopesMissing}
        </p>
      ) : null}
    </fieldset>
  )
}

function Ready({ made: { token, text }, onClose }: { made: MadeToken; onClose: () => void }) {
  const [isSelected, setSelected] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The button that had the focus is gone with the form.
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: ready.copied, variant: 'success' })
    } catch {
      // The browser may refuse the clipboard. The selected field can be copied by hand.
      field.current?.focus()
      setSelected(true)
    }
  }
  return (
    <div className="mt-5 grid gap-4">
      <Field label={ready.label(token.name)}>
        {(aria) => (
          <TextInput
            {...aria}
            ref={field}
            readOnly
            spellCheck={false}
            value={text}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
      </Field>
      {isSelected ? <ErrorText text={ready.copyFailed} /> : null}
      <DialogFooter className="mt-2!">
        <Button onClick={onClose}>{ready.done}</Button>
        <Button variant="primary" onClick={() => void copy()}>
          {ready.copy}
        </Button>
      </DialogFooter>
    </div>
  )
}
