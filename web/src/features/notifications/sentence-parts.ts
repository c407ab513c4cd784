import { texts } from './notification-texts.ts'

/** A piece of a sentence: plain words, a person's name, or the title of a work, a post or a project. */
export type Part = string | { name: string } | { title: string }

export const plinth: Part[] = [{ name: texts.plinth }]

export function say(words: TemplateStringsArray, ...values: (Part[] | string)[]): Part[] {
  return words
    .flatMap((word, index): Part[] => {
      const value = values[index] ?? []
      return [word, ...(typeof value === 'string' ? [value] : value)]
    })
    .filter((part) => part !== '')
}
