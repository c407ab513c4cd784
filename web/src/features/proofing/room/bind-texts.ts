export const texts = {
  title: 'Which file does this replace?',
  text: (name: string) => `“${name}” is shown as the newer version of what you choose.`,
  own: 'None. It’s a new file',
  alike: 'Looks like it',
  save: 'Save',
} as const
