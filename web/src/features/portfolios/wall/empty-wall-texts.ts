/** Why there are no works on the wall, and what to do about it. */
export const texts = {
  title: 'No works yet',
  hint: 'Works appear here once creators upload them.',
  category: (category: string) => `No works in ${category} yet`,
  categoryHint: 'Choose another category, or see all works.',
  search: (words: string) => `No works found for “${words}”`,
  searchHint: 'Try fewer words, another spelling, or every category.',
  wayOut: 'Show all works',
} as const
