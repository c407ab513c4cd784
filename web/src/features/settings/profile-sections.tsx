import { lazy, Suspense } from 'react'
import { NETWORK_KEYS } from '@plinth/contract/people/links.ts'
import { MAX_BIO_LENGTH } from '@plinth/contract/people/profile.ts'
import { type OwnUser } from '@plinth/contract/people/users.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import type { FieldName } from './profile-form.ts'
import { Section } from './section.tsx'
import { texts } from './settings-texts.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

const HandleField = lazy(async () => ({
  default: (await import('./handle-field.tsx')).HandleField,
}))

const ProfilePictures = lazy(async () => ({
  default: (await import('./pictures/profile-pictures.tsx')).ProfilePictures,
}))

const PAIRS = 'settings-pairs'

/** As high as the field that is loading. */
const WaitingHandle = ({ handle }: { handle: string }) => (
  <Field label={texts.fields.handle} hint="...">
    {(control) => <TextInput {...control} prefix="@" value={handle} readOnly />}
  </Field>
)

/** Pictures, name, handle, bio, location, website and time zone. */
export const ProfileSection = ({ form, own }: { form: ProfileForm; own: OwnUser }) => (
  <Section id="profile" first>
    <div className="grid gap-5">
      <div className="settings-pictures" data-creator={own.isCreator ? '' : undefined}>
        <Suspense fallback={null}>
          <ProfilePictures form={form} own={own} />
        </Suspense>
      </div>
      <div className={PAIRS}>
        <FormField form={form} name="firstName" required autoComplete="given-name" />
        <FormField form={form} name="lastName" autoComplete="family-name" />
      </div>
      {own.handle === null ? null : (
        <Suspense fallback={<WaitingHandle handle={own.handle} />}>
          <HandleField own={own} />
        </Suspense>
      )}
      <BioField form={form} maxLength={MAX_BIO_LENGTH} />
      <div className={PAIRS}>
        <FormField form={form} name="location" />
        <FormField form={form} name="website" autoComplete="url" inputMode="url" />
      </div>
      <TimeZoneField form={form} />
    </div>
  </Section>
)

export const LinksSection = ({ form }: { form: ProfileForm }) => (
  <Section id="links">
    <div className={`mt-5 ${PAIRS}`}>
      {NETWORK_KEYS.map((key) => (
        <FormField key={key} form={form} name={key} placeholder={texts.nameOrAddress} />
      ))}
    </div>
  </Section>
)

interface FormFieldProps {
  form: ProfileForm
  name: FieldName
  required?: boolean
  placeholder?: string
  autoComplete?: string
  inputMode?: 'url' | 'text'
}

const FormField = ({ form, name, required = false, ...input }: FormFieldProps) => (
  <Field label={texts.fields[name]} error={form.problems[name]} required={required}>
    {(control) => (
      <TextInput
        {...control}
        {...input}
        value={form.fields[name]}
        onChange={(event) => form.set(name, event.target.value)}
      />
    )}
  </Field>
)

/** The bio, with a count of its characters. */
function BioField({ form, maxLength }: { form: ProfileForm; maxLength: number }) {
  const { bio } = form.fields
  return (
    <div className="relative">
      <Field label={texts.fields.bio} error={form.problems.bio}>
        {(control) => (
          <TextArea
            {...control}
            value={bio}
            onChange={(event) => form.set('bio', event.target.value)}
          />
        )}
      </Field>
      <p className="tnum absolute top-0 right-0 text-14 text-ink-3">
        {texts.bioCount(bio.length, maxLength)}
      </p>
    </div>
  )
}
