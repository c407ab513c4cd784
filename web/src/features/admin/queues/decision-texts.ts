import { counted } from '../../../lib/format/format.ts'
import { reportTexts } from './queue-texts.ts'

export const caseDecisionTexts = {
  title: 'Decision',
  appeal: 'The appeal',
  reports: (open: number) => counted(open, 'open report'),
  none: 'Nothing in this case waits for a decision.',
  see: 'Open it',
  restored: (name: string) => `If you restore it, ${name} reads`,
  upheld: (name: string) => `If you don’t, ${name} reads`,
  kept: 'If you keep it, whoever reported it reads',
  keptAuthor: (name: string) => `If you keep it, ${name} reads`,
  removed: 'If you take it down, whoever reported it reads',
  removedAuthor: (name: string) => `If you take it down, ${name} reads`,
  reporterKept: 'We kept it as it is.',
  reporterRemoved: 'We took it down.',
  nothing: 'Nothing.',
} as const

export const assignedTexts = {
  list: 'Your cases',
  empty: {
    title: 'You have no cases',
    line: 'Cases that somebody gives you, or that you take, appear here.',
  },
  kinds: { ...reportTexts.kinds, dispute: 'Dispute' },
  open: 'Open',
  decided: 'Decided',
} as const
