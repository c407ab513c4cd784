import { useId } from 'react'
import { Controller, type Control } from 'react-hook-form'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { ManyWorksChange } from '@plinth/contract/portfolios/many.ts'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import { prepareChecker, problemsOf } from '../../../lib/forms/contract.ts'
import { useSavedForm } from '../../../lib/forms/use-saved-form.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TagInput } from '../../../ui/form/tag-input.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { uploadTexts } from '../upload/upload-texts.ts'
import { changeOf, EMPTY_MANY, KEPT, problemsOfMany, type ManyForm } from './drafts-rules.ts'
import { changeTexts as texts } from './drafts-texts.ts'
import type { ManyWorks } from './use-many.ts'

const AS_IT_IS = { value: KEPT, label: texts.as }
const CHOICES = {
  category: [AS_IT_IS, ...CATEGORIES.map(({ slug, name }) => ({ value: slug, label: name }))],
  pricing: [
    AS_IT_IS,
    { value: 'set', label: texts.setPrice },
    { value: 'inquiry', label: texts.onInquiry },
  ],
  origin: [
    AS_IT_IS,
    { value: 'unsaid', label: texts.unsaid },
    ...ORIGINS.map(({ value, label }) => ({ value, label })),
  ],
  reserved: [
    AS_IT_IS,
    { value: 'yes', label: texts.reservedYes },
    { value: 'no', label: texts.reservedNo },
  ],
}
const LABELS = {
  category: texts.category,
  pricing: texts.priceHow,
  origin: texts.origin,
  reserved: texts.reserved,
}
const TAG_WORDS = {
  label: texts.tags,
  full: uploadTexts.tagsFull,
  placeholder: uploadTexts.tagsPlaceholder,
  remove: uploadTexts.removeTag,
}

interface ChangeDialogProps {
  open: boolean
  many: ManyWorks
  ids: readonly string[]
  onClose: () => void
}

/** What all chosen works get: category, tags, price, how they were made, and whether AI may be trained with them. */
export const ChangeDialog = ({ open, onClose, ...rest }: ChangeDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.title(rest.ids.length)}
    description={texts.says}
    width="narrow"
  >
    <ChangeForm onClose={onClose} {...rest} />
  </Dialog>
)

const check = async (form: ManyForm) => {
  const own = problemsOfMany(form)
  return Object.keys(own).length > 0 ? own : problemsOf(ManyWorksChange, changeOf(form))
}

function ChangeForm({ many, ids, onClose }: Omit<ChangeDialogProps, 'open'>) {
  const { form, fields, submitFrom } = useSavedForm<ManyForm>({
    empty: EMPTY_MANY,
    draft: null,
    check,
    prepare: prepareChecker,
  })
  const { control } = form
  const id = useId()
  return (
    <>
      <form
        noValidate
        id={id}
        className="mt-5 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submitFrom(event.currentTarget, (typed) =>
            many.run({ act: 'change', change: changeOf(typed) }, ids),
          )
        }}
      >
        <Choice control={control} name="category" />
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
        <Choice control={control} name="pricing" />
        {fields.pricing === 'set' ? (
          <FormField control={control} name="startingPrice" label={texts.price} required>
            {(aria, field) => (
              <TextInput {...aria} {...field} prefix="$" inputMode="decimal" autoComplete="off" />
            )}
          </FormField>
        ) : null}
        <Choice control={control} name="origin" />
        {fields.origin === 'ai_assisted' ? (
          <FormField control={control} name="originParts" label={texts.parts} required>
            {(aria, field) => <TextInput {...aria} {...field} autoComplete="off" />}
          </FormField>
        ) : null}
        <Choice control={control} name="reserved" />
        {many.problem === null ? null : <ErrorText text={many.problem} />}
      </form>
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" form={id} variant="primary" busy={many.isBusy && texts.saving}>
          {texts.save}
        </Button>
      </DialogFooter>
    </>
  )
}

const Choice = ({ control, name }: { control: Control<ManyForm>; name: keyof typeof CHOICES }) => (
  <FormField control={control} name={name} label={LABELS[name]}>
    {(aria, field) => (
      <Select
        {...aria}
        name={name}
        options={CHOICES[name]}
        value={field.value}
        onValueChange={field.onChange}
      />
    )}
  </FormField>
)
