/** A part of a sentence: plain words, a person's name, or the title of a work, a post or a project. */
export type SentencePart = string | { name: string } | { title: string }

export const plinth: SentencePart[] = [{ name: 'Plinth' }]

/** Template tag: returns the parts of a sentence, made of words and of parts between them. */
export function sentence(
  words: TemplateStringsArray,
  ...values: (SentencePart[] | string)[]
): SentencePart[] {
  return words
    .flatMap((word, index): SentencePart[] => {
      const value = values[index] ?? []
      return [word, ...(typeof value === 'string' ? [value] : value)]
    })
    .filter((part) => part !== '')
}

/** The parts as one text. */
export const plainText = (parts: readonly SentencePart[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? part : 'name' in part ? part.name : part.title))
    .join('')
