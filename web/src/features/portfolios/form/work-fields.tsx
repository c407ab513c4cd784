import { lazy, Suspense } from 'react'
import { Controller, useWatch, type Control } from 'react-hook-form'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { CheckRow } from '../../../ui/form/check-row.tsx'
import { TagInput } from '../../../ui/form/tag-input.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { uploadTexts } from '../upload/upload-texts.ts'
import { withDefaults, type WorkDefaults, type WorkForm } from './work-form.ts'

const OriginFields = lazy(async () => ({
  default: (await import('./origin-fields.tsx')).OriginFields,
}))

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
  <FormField control={control} name="alt" label={uploadTexts.alt} hint={hint} optional>
    {(aria, field) => <TextArea {...aria} {...field} rows={2} />}
  </FormField>
)

/** Title, category, price, description, tags, how it was made, and whether it is sensitive or kept out of AI training. */
export const WorkFields = ({
  control,
  titleHint,
  defaults,
}: FieldsProps & { titleHint?: string | undefined; defaults: WorkDefaults }) => (
  <>
    <FormField
      control={control}
      name="title"
      label={uploadTexts.titleLabel}
      {...(titleHint === undefined ? {} : { hint: titleHint })}
    >
      {(aria, field) => <TextInput {...aria} {...field} autoComplete="off" />}
    </FormField>
    <div className="grid gap-5 tablet:grid-cols-2 tablet:gap-4">
      <FormField control={control} name="category" label={uploadTexts.category} required>
        {(aria, field) => (
          <Select
            {...aria}
            name={field.name}
            options={OPTIONS}
            value={field.value === '' ? undefined : field.value}
            onValueChange={field.onChange}
            placeholder={uploadTexts.chooseCategory}
          />
        )}
      </FormField>
      <FormField control={control} name="startingPrice" label={uploadTexts.price}>
        {(aria, field) => (
          <TextInput
            {...aria}
            {...field}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            placeholder={uploadTexts.pricePlaceholder}
          />
        )}
      </FormField>
    </div>
    <FormField control={control} name="description" label={uploadTexts.description}>
      {(aria, field) => (
        <TextArea {...aria} {...field} rows={2} placeholder={uploadTexts.descriptionPlaceholder} />
      )}
    </FormField>
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
    <Suspense fallback={<Skeleton className="h-28" />}>
      <ChosenOrigin control={control} defaults={defaults} />
    </Suspense>
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

const ChosenOrigin = ({ control, defaults }: FieldsProps & { defaults: WorkDefaults }) => (
  <OriginFields
    control={control}
    chosen={withDefaults(useWatch({ control }) as WorkForm, defaults)}
  />
)
