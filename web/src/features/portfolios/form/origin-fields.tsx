import { Controller, type Control } from 'react-hook-form'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import { CheckRow } from '../../../ui/form/check-row.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { originTexts as texts } from '../work/origin-texts.ts'
import type { WorkForm } from './work-form.ts'

interface FieldsProps {
  control: Control<WorkForm>
  /** With the creator's default where they did not choose. */
  chosen: Pick<WorkForm, 'origin' | 'reserved'>
}

const ORIGIN_OPTIONS = [
  { value: 'unsaid' as const, label: texts.unsaid },
  ...ORIGINS.map(({ value, label }) => ({ value, label })),
]

/** How the work was made; if parts came from a generator, also which. And whether it is kept out of AI training. */
export const OriginFields = ({ control, chosen: { origin, reserved } }: FieldsProps) => (
  <>
    <FormField control={control} name="origin" label={texts.origin}>
      {(aria, field) => (
        <Select
          {...aria}
          name={field.name}
          options={ORIGIN_OPTIONS}
          value={origin === '' ? 'unsaid' : origin}
          onValueChange={field.onChange}
        />
      )}
    </FormField>
    {origin === 'ai_assisted' ? (
      <FormField control={control} name="originParts" label={texts.parts} required>
        {(aria, field) => <TextInput {...aria} {...field} autoComplete="off" />}
      </FormField>
    ) : null}
    <Controller
      control={control}
      name="reserved"
      render={({ field }) => (
        <CheckRow
          label={texts.reserved}
          note={texts.reservedNote}
          checked={reserved === 'yes'}
          onChange={(checked) => field.onChange(checked ? 'yes' : 'no')}
        />
      )}
    />
  </>
)
