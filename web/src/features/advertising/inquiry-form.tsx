import {
  AD_DURATIONS,
  AD_TYPES,
  createAdvertisementInquiry,
} from '@plinth/contract/money/advertising.ts'
import { useId } from 'react'
import { buttonVariants } from '../../ui/actions/button-variants.ts'
import { Choices } from '../../ui/form/choices.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { texts } from './advertising-texts.ts'
import { type InquiryFields, bodyOf, checkInquiry, EMPTY, INQUIRY_DRAFT } from './inquiry-fields.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { prepareChecker } from '../../lib/forms/contract.ts'
import { useDraft } from '../../lib/forms/draft.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { toast, showError } from '../../ui/feedback/toast.ts'

type TextName = Exclude<keyof InquiryFields, 'adType' | 'duration'>

/** Each field's autocomplete, keyboard and placeholder. */
const LINES: Partial<Record<TextName, object>> = {
  businessName: { autoComplete: 'organization' },
  contactName: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel', placeholder: texts.placeholders.phone },
  website: { inputMode: 'url', autoComplete: 'url' },
  budget: { prefix: '$', inputMode: 'decimal' },
}

export function InquiryForm({ inquiry }: { inquiry: Inquiry }) {
  const { form, fields, errors, isSending, problem, submit } = inquiry
  const titleId = useId()
  const choose = <N extends 'adType' | 'duration'>(name: N, options: readonly Chosen<N>[]) => (
    <Choices<Chosen<N>>
      label={texts.fields[name]}
      options={options}
      value={(fields[name] || undefined) as Chosen<N> | undefined}
      onValueChange={(value) => form.setValue(name, value as never, { shouldValidate: true })}
      placeholder={texts.placeholders[name]}
      error={errors[name]?.message}
      required
    />
  )
  return (
    <form noValidate aria-labelledby={titleId} onSubmit={submit} className="ad-form">
      <h2 id={titleId} className="sr-only">
        {texts.submit}
      </h2>
      <Line inquiry={inquiry} name="businessName" required />
      <Line inquiry={inquiry} name="contactName" required />
      <Line inquiry={inquiry} name="email" required />
      <Line inquiry={inquiry} name="phone" />
      {choose('adType', AD_TYPES)}
      {choose('duration', AD_DURATIONS)}
      <Line inquiry={inquiry} name="website" />
      <Line inquiry={inquiry} name="budget" />
      <Words inquiry={inquiry} name="description" rows={4} required />
      <Words inquiry={inquiry} name="postIdea" rows={3} />
      <div data-wide className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <button
          type="submit"
          disabled={isSending}
          className={buttonVariants({ variant: 'primary', size: 52, className: 'ad-submit' })}
        >
          {isSending ? texts.sending : texts.submit}
        </button>
        <p className="text-14 text-ink-3">{texts.note}</p>
        <noscript>
          <p className="text-14 text-ink-2">{texts.noScript}</p>
        </noscript>
        {problem === null || isSending ? null : (
          <div className="w-full">
            <ErrorText text={problem} />
          </div>
        )}
      </div>
    </form>
  )
}

type Chosen<N extends 'adType' | 'duration'> = Exclude<InquiryFields[N], ''>

interface LineProps {
  inquiry: Inquiry
  name: TextName
  required?: boolean
}

const fieldProps = ({ inquiry, name, required = false }: LineProps) => ({
  label: texts.fields[name],
  error: inquiry.errors[name]?.message,
  required,
  optional: !required,
})

const Line = (props: LineProps) => (
  <Field {...fieldProps(props)}>
    {(aria) => (
      <TextInput {...aria} {...LINES[props.name]} {...props.inquiry.form.register(props.name)} />
    )}
  </Field>
)

const Words = ({ rows, ...props }: LineProps & { rows: number }) => (
  <div data-wide>
    <Field {...fieldProps(props)}>
      {(aria) => (
        <TextArea
          {...aria}
          rows={rows}
          placeholder={props.name === 'postIdea' ? texts.placeholders.postIdea : undefined}
          {...props.inquiry.form.register(props.name)}
        />
      )}
    </Field>
  </div>
)

/** An inquiry that is saved as a draft in this browser until it has been sent. Sending it twice creates one. */
export function useInquiry(viewerId: string) {
  const inquiry = useDraftForm({
    empty: EMPTY,
    draft: useDraft<InquiryFields>({ ...INQUIRY_DRAFT, owner: viewerId }),
    check: checkInquiry,
    prepare: prepareChecker,
    send: (fields, clientId) =>
      call(createAdvertisementInquiry, { body: { ...bodyOf(fields), clientId } }),
    onSent: () =>
      toast({ title: texts.sent.toast, description: texts.sent.reply, variant: 'success' }),
    onFailed: () => showError(texts.failed.title, texts.failed.line),
  })
  return {
    ...inquiry,
    problem: inquiry.error === null ? null : sentenceOf(inquiry.error, texts.failed.line),
  }
}
type Inquiry = ReturnType<typeof useInquiry>
