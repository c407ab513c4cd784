import type { Control } from 'react-hook-form'
import { MAX_SERIES_DESCRIPTION, MAX_SERIES_TITLE } from '@plinth/contract/limits.ts'
import { isText } from '../../../lib/forms/draft.ts'
import { FormField } from '../../../ui/form/form-field.tsx'
import { TextArea, TextInput } from '../../../ui/form/text-input.tsx'
import { seriesTexts as texts } from './arrange-texts.ts'

export interface SeriesWords {
  title: string
  description: string
}

/** Reads what was typed before, if it still has this form. */
export const readWords =
  (empty: SeriesWords) =>
  ({ title, description }: Record<string, unknown>): SeriesWords => ({
    title: isText(title) ? title : empty.title,
    description: isText(description) ? description : empty.description,
  })

export const checkWords = ({ title }: SeriesWords) =>
  title.trim() === '' ? { title: texts.noName } : {}

/** What a series is called, and what it is about. */
export const SeriesFields = ({ control }: { control: Control<SeriesWords> }) => (
  <>
    <FormField control={control} name="title" label={texts.name} required>
      {(aria, field) => (
        <TextInput
          {...aria}
          {...field}
          maxLength={MAX_SERIES_TITLE}
          placeholder={texts.nameHint}
          autoComplete="off"
        />
      )}
    </FormField>
    <FormField control={control} name="description" label={texts.description} optional>
      {(aria, field) => <TextArea {...aria} {...field} maxLength={MAX_SERIES_DESCRIPTION} />}
    </FormField>
  </>
)
