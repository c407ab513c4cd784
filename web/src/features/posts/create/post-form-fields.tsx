import { useId } from 'react'
import { Controller, type Control } from 'react-hook-form'
import { FormField } from '../../../ui/form/form-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { CheckRow } from '../../../ui/form/check-row.tsx'
import { TagInput } from '../../../ui/form/tag-input.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { CATEGORY_OPTIONS, type PostFields } from './post-form.ts'
import { texts } from './post-form-texts.ts'

const TAG_WORDS = {
  label: texts.fields.tags,
  full: texts.fields.tagsFull,
  placeholder: texts.fields.tagsPlaceholder,
  remove: texts.fields.removeTag,
}

interface FieldsProps {
  control: Control<PostFields>
}

type TextName = 'title' | 'description' | 'location' | 'mood'

const TextField = ({
  control,
  name,
  required = false,
  placeholder,
  lines,
}: FieldsProps & { name: TextName; required?: boolean; placeholder?: string; lines?: number }) => (
  <FormField control={control} name={name} label={texts.fields[name]} required={required}>
    {(aria, field) =>
      lines === undefined ? (
        <TextInput {...aria} {...field} placeholder={placeholder} autoComplete="off" />
      ) : (
        <TextArea {...aria} {...field} rows={lines} />
      )
    }
  </FormField>
)

/** All fields of a post, including who may see it. */
export const PostFormFields = ({ control }: FieldsProps) => (
  <>
    <TextField control={control} name="title" required />
    <TextField control={control} name="description" lines={3} />
    <div className="post-pair">
      <FormField control={control} name="category" label={texts.fields.category}>
        {(aria, field) => (
          <Select
            {...aria}
            name={field.name}
            options={CATEGORY_OPTIONS}
            value={field.value}
            onValueChange={field.onChange}
          />
        )}
      </FormField>
      <TextField control={control} name="location" />
    </div>
    <Controller
      control={control}
      name="tags"
      render={({ field: { value, onChange }, fieldState }) => (
        <TagInput
          words={TAG_WORDS}
          tags={value}
          onChange={onChange}
          error={fieldState.error?.message}
        />
      )}
    />
    <div className="post-pair">
      <TextField control={control} name="mood" placeholder={texts.fields.moodPlaceholder} />
      <PublicSwitch control={control} />
    </div>
    <Controller
      control={control}
      name="isSensitive"
      render={({ field }) => (
        <CheckRow
          label={texts.fields.sensitive}
          note={texts.fields.sensitiveNote}
          checked={field.value}
          onChange={field.onChange}
        />
      )}
    />
  </>
)

function PublicSwitch({ control }: FieldsProps) {
  const id = useId()
  return (
    <Controller
      control={control}
      name="isPublic"
      render={({ field }) => (
        <div className="flex items-center justify-between gap-4 tablet:pt-7">
          <div>
            <label htmlFor={id} className="text-14 font-semibold text-ink">
              {texts.fields.public}
            </label>
            <p id={`${id}-note`} className="text-13 text-ink-3">
              {field.value ? texts.fields.anyone : texts.fields.onlyYou}
            </p>
          </div>
          <Switch
            id={id}
            aria-describedby={`${id}-note`}
            checked={field.value}
            onCheckedChange={field.onChange}
          />
        </div>
      )}
    />
  )
}
