import { expect, it } from 'vitest'
import { BUDGETS, TIMELINES } from '@plinth/contract/messages/inquiry.ts'
import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '@plinth/contract/limits.ts'
import { emptyInquiry, inquiryBodyOf, inquiryProblems } from './inquiry-fields.ts'

const whole = {
  ...emptyInquiry('Moon Jar'),
  content: 'Forty bowls.',
  budget: '$2500-$5000',
  timeline: '2-3 months',
}

it('starts with a subject that names the work, if there is one', () => {
  expect(emptyInquiry('Moon Jar').subject).toBe('Project Inquiry: Moon Jar')
  expect(emptyInquiry(null).subject).toBe('Project Inquiry')
})

it('shows the specified sentence for each missing field', () => {
  expect(inquiryProblems({ ...emptyInquiry(null), content: ' \n' })).toEqual({
    content: 'Please describe your project',
    budget: 'Please select a budget range',
    timeline: 'Please select a timeline',
  })
  expect(inquiryProblems(whole)).toEqual({})
})

it('accepts the budgets and timelines of the contract only', () => {
  for (const budget of BUDGETS) {
    for (const timeline of TIMELINES) {
      expect(inquiryProblems({ ...whole, budget, timeline })).toEqual({})
    }
  }
  expect(inquiryProblems({ ...whole, budget: '$9', timeline: 'never' })).toEqual({
    budget: 'Please select a budget range',
    timeline: 'Please select a timeline',
  })
})

it("checks the server's length limits", () => {
  const long = {
    ...whole,
    subject: 'x'.repeat(MAX_SUBJECT_LENGTH + 1),
    content: 'x'.repeat(MAX_MESSAGE_LENGTH + 1),
  }
  expect(inquiryProblems(long)).toEqual({
    subject: 'Keep it to 250 characters.',
    content: 'Keep it to 10,000 characters.',
  })
})

it('is sent trimmed, with or without a work', () => {
  const typed = { ...whole, subject: ' Bowls ', content: ' Forty bowls.\n' }
  expect(inquiryBodyOf(typed, { personId: 'p', workId: 'w' })).toEqual({
    receiverId: 'p',
    subject: 'Bowls',
    content: 'Forty bowls.',
    messageType: 'business_inquiry',
    budget: '$2500-$5000',
    timeline: '2-3 months',
    portfolioId: 'w',
  })
  expect(inquiryBodyOf(typed, { personId: 'p', workId: null })).not.toHaveProperty('portfolioId')
})
