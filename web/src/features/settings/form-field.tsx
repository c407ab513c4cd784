import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import type { FieldName } from './profile-form.ts'
import { texts } from './settings-texts.ts'
import type { ProfileForm } from './use-profile-form.ts'

interface FormFieldProps {
  form: ProfileForm
  name: FieldName
  required?: boolean
  placeholder?: string
  autoComplete?: string
  inputMode?: 'url' | 'text'
}

export const FormField = ({ form, name, required = false, ...input }: FormFieldProps) => (
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

/** The bio, with how much of it there is room for. */
export function BioField({ form, most }: { form: ProfileForm; most: number }) {
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
        {texts.bioCount(bio.length, most)}
      </p>
    </div>
  )
}
