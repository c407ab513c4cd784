/** Texts of the fields for how a work was made and whether it is kept out of AI training. */
export const originTexts = {
  origin: 'How did you make it?',
  unsaid: 'Not said yet',
  parts: 'Which parts?',
  reserved: 'Keep it out of AI training',
  reservedNote: 'A request to crawlers, on its page and in the pictures we make of it.',
} as const
