import {
  BUDGETS,
  TIMELINES,
  type Budget,
  type Timeline,
} from '@plinth/contract/messages/inquiry.ts'
import { inquirySubject } from '@plinth/contract/messages/messages.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { textProblems } from './compose-rules.ts'
import { inquiryTexts as texts } from './inquiry-texts.ts'

/** An inquiry in its form and its draft; choices not made yet are empty. */
export interface InquiryFields {
  [name: string]: string
  subject: string
  content: string
  budget: string
  timeline: string
}

export const emptyInquiry = (title: string | null): InquiryFields => ({
  subject: inquirySubject(title),
  content: '',
  budget: '',
  timeline: '',
})

/** An old draft may contain a choice that no longer exists. */
export const budgetOf = ({ budget }: { budget: string }): Budget | undefined =>
  BUDGETS.find((one) => one === budget)
export const timelineOf = ({ timeline }: { timeline: string }): Timeline | undefined =>
  TIMELINES.find((one) => one === timeline)

export function inquiryProblems(fields: InquiryFields): Problems {
  return {
    ...textProblems(fields, texts.wrong.content),
    ...(budgetOf(fields) === undefined ? { budget: texts.wrong.budget } : {}),
    ...(timelineOf(fields) === undefined ? { timeline: texts.wrong.timeline } : {}),
  }
}

export const inquiryBodyOf = (
  fields: InquiryFields,
  { personId, workId }: { personId: string; workId: string | null },
) => ({
  receiverId: personId,
  subject: fields.subject.trim(),
  content: fields.content.trim(),
  messageType: 'business_inquiry' as const,
  budget: budgetOf(fields) ?? null,
  timeline: timelineOf(fields) ?? null,
  ...(workId === null ? {} : { portfolioId: workId }),
})
