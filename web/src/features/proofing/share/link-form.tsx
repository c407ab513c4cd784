import { Link as LinkIcon } from 'lucide-react'
import { useId } from 'react'
import { MAX_GUEST_NAME, MAX_LINK_NAME, MIN_LINK_PASSWORD } from '@plinth/contract/limits.ts'
import {
  LINK_DAYS,
  LINK_RIGHTS,
  type LinkRight,
  type MadeProofLink,
  type NewProofLink,
} from '@plinth/contract/proofing/links.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { useDraftForm } from '../../../lib/forms/use-draft-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { useMakeLink } from './share-api.ts'
import { texts } from './share-texts.ts'

interface LinkFields {
  name: string
  right: LinkRight
  personName: string
  personEmail: string
  /** A number of days, or `project`. */
  until: string
  password: string
  allowsDownloads: boolean
}

const UNTIL_END = 'project'
const USUAL_DAYS = '14'
const EMPTY: LinkFields = {
  name: '',
  right: 'comment',
  personName: '',
  personEmail: '',
  until: USUAL_DAYS,
  password: '',
  allowsDownloads: false,
}
const DAY_MS = 86_400_000

interface LinkFormProps {
  room: ProofRoom
  onMade: (link: MadeProofLink) => void
  onClose: () => void
}

export function LinkForm({ room, onMade, onClose }: LinkFormProps) {
  const make = useMakeLink(room.id)
  const form = useDraftForm<LinkFields, MadeProofLink>({
    empty: EMPTY,
    draft: null,
    check: problemsOf,
    send: (fields) => make(bodyOf(fields)),
    onSent: onMade,
    renamed: { 'person.name': 'personName', 'person.email': 'personEmail', days: 'until' },
  })
  const { control, error, errors, fields, isSending } = form
  const downloads = useId()
  const { right, until, allowsDownloads } = fields
  const canOpen = until !== UNTIL_END
  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      <FormField control={control} name="name" label={texts.who} required>
        {(aria, field) => (
          <TextInput
            {...aria}
            {...field}
            maxLength={MAX_LINK_NAME}
            placeholder={texts.whoHint}
            autoComplete="off"
          />
        )}
      </FormField>
      <Rights room={room} right={right} onRight={(next) => form.form.setValue('right', next)} />
      {right === 'decide' ? (
        <div className="share-pair">
          <FormField control={control} name="personName" label={texts.personName} required>
            {(aria, field) => (
              <TextInput {...aria} {...field} maxLength={MAX_GUEST_NAME} autoComplete="off" />
            )}
          </FormField>
          <FormField control={control} name="personEmail" label={texts.personEmail} required>
            {(aria, field) => <TextInput {...aria} {...field} type="email" autoComplete="off" />}
          </FormField>
        </div>
      ) : null}
      <div className="share-pair">
        <FormField control={control} name="until" label={texts.until}>
          {(aria, { value, onChange }) => (
            <Select
              {...aria}
              options={untilOptions(room.client === null)}
              value={value}
              onValueChange={onChange}
            />
          )}
        </FormField>
        <FormField control={control} name="password" label={texts.password} optional>
          {(aria, field) => (
            <TextInput
              {...aria}
              {...field}
              type="password"
              placeholder={texts.passwordHint}
              autoComplete="new-password"
            />
          )}
        </FormField>
      </div>
      {room.client === null ? null : (
        <div className="share-switch">
          <div>
            <label htmlFor={downloads} className="text-14 font-semibold text-ink">
              {texts.downloads}
            </label>
            <p id={`${downloads}-line`} className="text-13 text-ink-3">
              {downloadLine(canOpen, allowsDownloads)}
            </p>
          </div>
          <Switch
            id={downloads}
            aria-describedby={`${downloads}-line`}
            checked={canOpen && allowsDownloads}
            disabled={!canOpen}
            onCheckedChange={(next) => form.form.setValue('allowsDownloads', next)}
          />
        </div>
      )}
      {error === null || Object.keys(errors).length > 0 ? null : (
        <ErrorText text={sentenceOf(error, texts.makeFailed)} />
      )}
      <DialogFooter className="mt-1!">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSending && texts.making}>
          <LinkIcon size={18} aria-hidden />
          {texts.make}
        </Button>
      </DialogFooter>
    </form>
  )
}

const downloadLine = (canOpen: boolean, isOn: boolean): string =>
  canOpen ? (isOn ? texts.downloadsOn : texts.downloadsOff) : texts.downloadsNever

const untilOptions = (isOwn: boolean) => [
  ...LINK_DAYS.map((days) => ({
    value: String(days),
    label: texts.inDays(dayOf(new Date(Date.now() + days * DAY_MS).toISOString()), days),
  })),
  { value: UNTIL_END, label: isOwn ? texts.turnedOffLater : texts.projectEnds },
]

/** What is picked and decided is the client's to give away; where all files are in the price there is nothing to pick. */
const rightsFor = ({ role, picks: { most } }: ProofRoom): readonly LinkRight[] =>
  LINK_RIGHTS.filter(
    (right) =>
      right === 'look' ||
      right === 'comment' ||
      (role === 'client' && (right === 'decide' || most !== null)),
  )

const lineOf = ({ picks: { most }, things }: ProofRoom, right: LinkRight): string =>
  right === 'pick' && most !== null ? texts.pickLine(most, things.length) : texts.lines[right]

function Rights({
  room,
  right,
  onRight,
}: {
  room: ProofRoom
  right: LinkRight
  onRight: (right: LinkRight) => void
}) {
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="text-14 font-semibold text-ink">{texts.what}</legend>
      {rightsFor(room).map((one) => (
        <div key={one} className="share-choice" data-chosen={right === one ? '' : undefined}>
          <Tick
            id={`${id}-${one}`}
            type="radio"
            name={id}
            checked={right === one}
            aria-describedby={`${id}-${one}-line`}
            onChange={() => onRight(one)}
          />
          <label htmlFor={`${id}-${one}`} className="text-14 font-semibold text-ink">
            {texts.rights[one]}
          </label>
          <p id={`${id}-${one}-line`} className="text-13 text-ink-3">
            {lineOf(room, one)}
          </p>
        </div>
      ))}
    </fieldset>
  )
}

function problemsOf({ name, right, personName, personEmail, password }: LinkFields): Problems {
  const isNamed = right === 'decide'
  return {
    ...(name.trim() === '' ? { name: texts.noName } : {}),
    ...(isNamed && personName.trim() === '' ? { personName: texts.noPersonName } : {}),
    ...(isNamed && !personEmail.includes('@') ? { personEmail: texts.noPersonEmail } : {}),
    ...(password !== '' && password.length < MIN_LINK_PASSWORD
      ? { password: texts.shortPassword }
      : {}),
  }
}

function bodyOf(fields: LinkFields): NewProofLink {
  const { name, right, until, password, allowsDownloads } = fields
  const isForDays = until !== UNTIL_END
  return {
    name: name.trim(),
    right,
    days: isForDays ? Number(until) : null,
    ...(password === '' ? {} : { password }),
    ...(allowsDownloads && isForDays ? { allowsDownloads } : {}),
    ...(right === 'decide'
      ? { person: { name: fields.personName.trim(), email: fields.personEmail.trim() } }
      : {}),
  }
}
