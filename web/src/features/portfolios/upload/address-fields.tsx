import type { Control } from 'react-hook-form'
import { FormField } from '../../../ui/form/form-field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { uploadTexts } from './upload-texts.ts'
import type { WorkForm } from '../form/work-form.ts'

interface AddressFieldsProps {
  control: Control<WorkForm>
  onAddress: (url: string) => void
}

/** The address of a file that Plinth fetches, and its name. */
export const AddressFields = ({ control, onAddress }: AddressFieldsProps) => (
  <>
    <FormField
      control={control}
      name="fileUrl"
      label={uploadTexts.urlLabel}
      hint={uploadTexts.urlHint}
      required
    >
      {(aria, field) => (
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
    </FormField>
    <FormField control={control} name="fileName" label={uploadTexts.fileName} required>
      {(aria, field) => <TextInput {...aria} {...field} autoComplete="off" />}
    </FormField>
  </>
)
