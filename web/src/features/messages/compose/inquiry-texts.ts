/** Text of a business inquiry. Strings that the specification quotes are the same as there. */
export const inquiryTexts = {
  title: (name: string) => `Business Inquiry to ${name}`,
  titleAlone: 'Business Inquiry',
  subject: 'Subject',
  details: 'Project details',
  detailsHint: (name: string) =>
    `Say the size, the place, the date and what it’s for. ${name} reads this first.`,
  budget: 'Budget',
  timeline: 'Timeline',
  choose: 'Choose one',
  send: 'Send Inquiry',
  sending: 'Sending...',
  sent: 'Inquiry Sent!',
  sentLine: (name: string) => `${name} can answer with a quote. You’ll find it in your messages.`,
  failed: 'Failed to send inquiry',
  wrong: {
    content: 'Please describe your project',
    budget: 'Please select a budget range',
    timeline: 'Please select a timeline',
  },
} as const
