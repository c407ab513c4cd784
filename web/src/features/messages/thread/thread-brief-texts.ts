import { counted } from '../../../lib/format/format.ts'

export const threadBriefTexts = {
  loading: 'Loading what to look at',
  failed: 'We couldn’t load what to look at.',
  again: 'Try again',
  references: 'What to look at',
  gone: 'What they wanted to show is no longer on Plinth.',
  picture: 'Uploaded picture',
  neededBy: (day: string) => `Needed by ${day}`,
  others: (many: number) =>
    many === 0
      ? 'Nobody else was asked'
      : `Also asked: ${counted(many, 'other creator', 'other creators')}`,
  answers: 'All answers',
} as const
