import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import {
  createAdvertisementInquiry,
  type AdvertisementInquiryBody,
} from '@plinth/contract/money/advertising.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { resolverOf, showFieldErrors } from '../../lib/forms/form-problems.ts'
import { useIntention } from '../../lib/intention.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { texts } from './advertising-texts.ts'
import { bodyOf, checkInquiry, EMPTY, inquiryDraft, type InquiryFields } from './inquiry-fields.ts'

/** An inquiry that is kept in this browser until it has arrived. Sent twice, it arrives once. */
export function useInquiry(viewerId: string) {
  const [kept] = useState(() => inquiryDraft.read(localStorage, viewerId))
  const form = useForm<InquiryFields>({
    defaultValues: kept ?? EMPTY,
    resolver: resolverOf(checkInquiry),
  })
  const fields = useWatch({ control: form.control }) as InquiryFields
  const { errors } = useFormState({ control: form.control })
  const intention = useIntention()
  /** Known at once, where the state of the sending comes with the next drawing: two clicks are one inquiry. */
  const isGone = useRef(false)
  const sending = useMutation({
    mutationFn: (body: AdvertisementInquiryBody) =>
      call(createAdvertisementInquiry, { body: { ...body, clientId: intention.keyFor(body) } }),
    onSuccess: () => {
      intention.ended()
      inquiryDraft.drop(localStorage, viewerId)
      toast({ title: texts.sent.toast, description: texts.sent.reply, variant: 'success' })
    },
    onError: (error) => {
      isGone.current = false
      intention.ended(error)
      showFieldErrors(form, error, texts.fields)
      toast({
        title: texts.failed.title,
        description: texts.failed.line,
        variant: 'destructive',
      })
    },
  })
  const isSent = sending.isSuccess
  useEffect(() => {
    if (!isSent) inquiryDraft.keep(localStorage, viewerId, fields)
  }, [fields, isSent, viewerId])

  return {
    form,
    fields,
    errors,
    isSending: sending.isPending,
    isSent,
    trouble: sending.error === null ? null : sentenceOf(sending.error, texts.failed.line),
    submit: (event: SyntheticEvent) =>
      form.handleSubmit((typed) => {
        if (isGone.current) return
        isGone.current = true
        sending.mutate(bodyOf(typed))
      })(event),
    again: () => {
      isGone.current = false
      form.reset(EMPTY)
      sending.reset()
    },
  }
}
export type Inquiry = ReturnType<typeof useInquiry>
