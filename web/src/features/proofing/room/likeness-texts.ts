export const texts = {
  looks: 'This looks like a newer version of',
  make: (number: number) => `Make it version ${number}`,
  isNew: 'It is something new',
  made: (name: string, number: number) => `${name} is version ${number} now.`,
  failed: 'We couldn’t change that.',
  parted: (name: string) => `${name} stays a file by itself.`,
} as const
