import { Controller, type Control } from 'react-hook-form'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { CheckRow } from '../../../ui/form/check-row.tsx'
import { TagInput } from '../../../ui/form/tag-input.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { uploadTexts } from '../upload/upload-texts.ts'
import type { WorkForm } from './work-form.ts'

const OPTIONS = CATEGORIES.map(({ slug, name }) => ({ value: slug, label: name }))

const TAG_WORDS = {
  label: uploadTexts.tags,
  full: uploadTexts.tagsFull,
  placeholder: uploadTexts.tagsPlaceholder,
  remove: uploadTexts.removeTag,
}

interface FieldsProps {
  control: Control<WorkForm>
}

export const AltField = ({
  control,
  hint = uploadTexts.altHints.image,
}: FieldsProps & { hint?: string }) => (
  <Controller
    control={control}
    name="alt"
    render={({ field, fieldState }) => (
      <Field label={uploadTexts.alt} hint={hint} error={fieldState.error?.message} optional>
        {(aria) => <TextArea {...aria} {...field} rows={2} />}
      </Field>
    )}
  />
)

/** Title, category, price, description, tags and whether the work is sensitive. */
export const WorkFields = ({
  control,
  titleHint,
}: FieldsProps & { titleHint?: string | undefined }) => (
  <>
    <Controller
      control={control}
      name="title"
      render={({ field, fieldState }) => (
        <Field
          label={uploadTexts.titleLabel}
          error={fieldState.error?.message}
          {...(titleHint === undefined ? {} : { hint: titleHint })}
        >
          {(aria) => <TextInput {...aria} {...field} autoComplete="off" />}
        </Field>
      )}
    />
    <div className="grid gap-5 tablet:grid-cols-2 tablet:gap-4">
      <Controller
        control={control}
        name="category"
        render={({ field, fieldState }) => (
          <Field label={uploadTexts.category} error={fieldState.error?.message} required>
            {(aria) => (
              <Select
                {...aria}
                name={field.name}
                options={OPTIONS}
                value={field.value === '' ? undefined : field.value}
                onValueChange={field.onChange}
                placeholder={uploadTexts.chooseCategory}
              />
            )}
          </Field>
        )}
      />
      <Controller
        control={control}
        name="startingPrice"
        render={({ field, fieldState }) => (
          <Field label={uploadTexts.price} error={fieldState.error?.message}>
            {(aria) => (
              <TextInput
                {...aria}
                {...field}
                prefix="$"
                inputMode="decimal"
                autoComplete="off"
                placeholder={uploadTexts.pricePlaceholder}
              />
            )}
          </Field>
        )}
      />
    </div>
    <Controller
      control={control}
      name="description"
      render={({ field, fieldState }) => (
        <Field label={uploadTexts.description} error={fieldState.error?.message}>
          {(aria) => (
            <TextArea
              {...aria}
              {...field}
              rows={2}
              placeholder={uploadTexts.descriptionPlaceholder}
            />
          )}
        </Field>
      )}
    />
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
    <Controller
      control={control}
      name="isSensitive"
      render={({ field }) => (
        <CheckRow
          label={uploadTexts.sensitive}
          note={uploadTexts.sensitiveNote}
          checked={field.value}
          onChange={field.onChange}
        />
      )}
    />
  </>
)

/** Labels in front of the server's error messages. */
export const FIELD_LABELS: Record<string, string> = {
  title: uploadTexts.titleLabel,
  category: uploadTexts.category,
  startingPrice: uploadTexts.price,
  description: uploadTexts.description,
  tags: uploadTexts.tags,
  alt: uploadTexts.alt,
  fileUrl: uploadTexts.urlLabel,
  fileName: uploadTexts.fileName,
}
