import { useQueryClient } from '@tanstack/react-query'
import { Copy, TriangleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Controller, type Control } from 'react-hook-form'
import { signInAgainUrl } from '@plinth/contract/http/urls.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from '@plinth/contract/http/scopes.ts'
import {
  createToken,
  MAX_TOKEN_NAME_LENGTH,
  TOKEN_DAYS,
  type AccessToken,
} from '@plinth/contract/people/tokens.ts'
import { ApiError, call, sentenceOf } from '../../lib/api/api.ts'
import { patchAnswer } from '../../lib/cache/writes.ts'
import { useDraft } from '../../lib/forms/draft.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CheckRow } from '../../ui/form/check-row.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../ui/overlay/dialog.tsx'
import { tokensQuery } from './settings-api.ts'
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
const isScope = (scope: string): scope is Scope => scope in SCOPES

function check({ name, scopes }: Fields): Record<string, string> {
  const length = name.trim().length
  return {
    ...(length === 0 ? { name: words.nameMissing } : {}),
    ...(length > MAX_TOKEN_NAME_LENGTH ? { name: words.nameLong(MAX_TOKEN_NAME_LENGTH) } : {}),
    ...(scopes.some(isScope) ? {} : { scopes: words.scopesMissing }),
  }
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
  const { control, submit, error, isSending } = useDraftForm<Fields, MadeToken>({
    empty: EMPTY,
    // The choice survives signing in once more, which making a token may ask for.
    draft: useDraft({ name: 'token', owner: ownerId, empty: EMPTY }),
    check,
    send: ({ name, scopes, days }) =>
      call(createToken, {
        body: {
          name: name.trim(),
          scopes: scopes.filter(isScope),
          days: TOKEN_DAYS.find((one) => `${one ?? 'never'}` === days) ?? null,
        },
      }),
    onSent: (made) => {
      patchAnswer(client, tokensQuery, (all) => all && [made.token, ...all])
      onMade(made)
    },
  })
  const isStale = error instanceof ApiError && error.code === 'auth.stale'
  return (
    <form noValidate className="mt-5 grid gap-5" onSubmit={submit}>
      <FormField control={control} name="name" label={words.name} hint={words.nameHint} required>
        {(aria, field) => <TextInput {...aria} {...field} autoComplete="off" />}
      </FormField>
      <Scopes control={control} />
      <FormField control={control} name="days" label={words.days}>
        {(aria, { value, onChange }) => (
          <Select
            {...aria}
            options={TOKEN_DAYS.map((days) => ({
              value: `${days ?? 'never'}`,
              label: words.daysOption(days),
            }))}
            value={value}
            onValueChange={onChange}
          />
        )}
      </FormField>
      {error === null ? null : (
        <div className="grid justify-items-start gap-3">
          <ErrorText text={sentenceOf(error, words.failed)} />
          {isStale ? (
            <Button asChild>
              <a href={signInAgainUrl('/settings#tokens')}>{words.signIn}</a>
            </Button>
          ) : null}
        </div>
      )}
      <DialogFooter className="mt-1!">
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSending && words.busy}>
          {words.send}
        </Button>
      </DialogFooter>
    </form>
  )
}

function Scopes({ control }: { control: Control<Fields> }) {
  const id = useId()
  return (
    <Controller
      control={control}
      name="scopes"
      render={({ field: { value, onChange }, fieldState: { error } }) => (
        <fieldset
          aria-describedby={error === undefined ? undefined : `${id}-note`}
          aria-invalid={error === undefined ? undefined : true}
          className="grid min-w-0 gap-2"
        >
          <legend className="mb-2 text-14 font-semibold text-ink">{words.scopes}</legend>
          {SCOPE_NAMES.map((scope) => (
            <CheckRow
              key={scope}
              label={SCOPES[scope]}
              note={scope}
              checked={value.includes(scope)}
              onChange={(checked) =>
                onChange(checked ? [...value, scope] : value.filter((one) => one !== scope))
              }
            />
          ))}
          {error === undefined ? null : (
            <p id={`${id}-note`} className="flex items-start gap-1.5 text-13 text-danger">
              <TriangleAlert size={16} className="mt-px" aria-hidden />
              <span>{error.message}</span>
            </p>
          )}
        </fieldset>
      )}
    />
  )
}

function Ready({ made: { token, text }, onClose }: { made: MadeToken; onClose: () => void }) {
  const [isSelected, setSelected] = useState(false)
  const field = useRef<HTMLInputElement>(null)
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
        <Button onClick={() => void copy()}>
          <Copy size={18} aria-hidden />
          {ready.copy}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {ready.done}
        </Button>
      </DialogFooter>
    </div>
  )
}
