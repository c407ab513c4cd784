export const texts = {
  title: 'Keys',
  letters: 'Keys with one letter',
  list: [
    ['M', 'write a comment'],
    ['N', 'next comment'],
    ['P', 'previous comment'],
    ['H', 'hide or show marks'],
    ['D', 'draw'],
    ['[', 'file before'],
    [']', 'next file'],
    ['Page up', 'page before'],
    ['Page down', 'next page'],
  ],
} as const
