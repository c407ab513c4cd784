import { createAdvertisementInquiry } from '@plinth/contract/money/advertising.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { useDraft } from '../../lib/forms/draft.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { texts } from './advertising-texts.ts'
import { bodyOf, checkInquiry, EMPTY, INQUIRY_DRAFT, type InquiryFields } from './inquiry-fields.ts'

/** An inquiry that is kept in this browser until it has arrived. Sent twice, it arrives once. */
export function useInquiry(viewerId: string) {
  const inquiry = useDraftForm({
    empty: EMPTY,
    draft: useDraft<InquiryFields>({ ...INQUIRY_DRAFT, owner: viewerId }),
    check: checkInquiry,
    isContractChecked: true,
    labels: texts.fields,
    send: (fields, clientId) =>
      call(createAdvertisementInquiry, { body: { ...bodyOf(fields), clientId } }),
    onSent: () =>
      toast({ title: texts.sent.toast, description: texts.sent.reply, variant: 'success' }),
    onFailed: () =>
      toast({
        title: texts.failed.title,
        description: texts.failed.line,
        variant: 'destructive',
      }),
  })
  return {
    ...inquiry,
    trouble: inquiry.error === null ? null : sentenceOf(inquiry.error, texts.failed.line),
  }
}
export type Inquiry = ReturnType<typeof useInquiry>
