import { Controller, type Control } from 'react-hook-form'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { uploadTexts } from './upload-texts.ts'
import type { WorkForm } from '../work/work-form.ts'

interface AddressFieldsProps {
  control: Control<WorkForm>
  onAddress: (url: string) => void
}

/** The address of a file that Plinth fetches, and its name. */
export const AddressFields = ({ control, onAddress }: AddressFieldsProps) => (
  <>
    <Controller
      control={control}
      name="fileUrl"
      render={({ field, fieldState }) => (
        <Field
          label={uploadTexts.urlLabel}
          hint={uploadTexts.urlHint}
          error={fieldState.error?.message}
          required
        >
          {(aria) => (
            <TextInput
              {...aria}
              {...field}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={uploadTexts.urlPlaceholder}
              onChange={(event) => {
                field.onChange(event)
                onAddress(event.target.value)
              }}
            />
          )}
        </Field>
      )}
    />
    <Controller
      control={control}
      name="fileName"
      render={({ field, fieldState }) => (
        <Field label={uploadTexts.fileName} error={fieldState.error?.message} required>
          {(aria) => <TextInput {...aria} {...field} autoComplete="off" />}
        </Field>
      )}
    />
  </>
)
