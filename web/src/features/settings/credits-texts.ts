/** Texts of the works that name somebody. */
export const texts = {
  line: 'Creators can ask to name you beside a work. Your name appears only after you say yes.',
  none: 'Nobody has asked to name you yet.',
  asks: (creator: string, role: string) => `${creator} asks to name you as ${role}`,
  named: (creator: string, role: string) => `${creator} names you as ${role}`,
  declined: (creator: string, role: string) => `You said no to ${creator}: ${role}`,
  yes: 'Yes',
  no: 'No',
  remove: 'Take my name off',
  allow: 'Allow it',
  answer: (answer: string, title: string) => `${answer}: ${title}`,
  done: 'Saved',
  accepted: (title: string) => `Your name appears on “${title}”.`,
  refused: (title: string) => `Your name doesn’t appear on “${title}”.`,
  failed: 'We couldn’t load the works that name you',
  answerFailed: 'We couldn’t save your answer. Try again.',
  loading: 'Loading works that name you',
} as const
