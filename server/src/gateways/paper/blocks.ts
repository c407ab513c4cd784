/** A text in parts, as it is laid out on pages: what is left of a document without its own layout. */
export type PaperBlock =
  /** `level` counts from 1, the largest. */
  | { kind: 'heading'; level: number; words: Words }
  /** `depth` is how often it is moved in. */
  | { kind: 'paragraph'; words: Words; depth: number }
  /** `sign` is the bullet or number before it. */
  | { kind: 'item'; words: Words; depth: number; sign: string }
  /** Lines as they were typed, with their spaces. */
  | { kind: 'lines'; text: string; depth: number }
  | { kind: 'table'; rows: readonly (readonly string[])[]; hasHead: boolean }
  | { kind: 'picture'; jpeg: Buffer; width: number; height: number }
  | { kind: 'rule' }
  /** What follows begins on a new page. */
  | { kind: 'page' }

export type Words = readonly StyledText[]

export interface StyledText {
  text: string
  isBold: boolean
  isItalic: boolean
}

export const plainWords = (text: string): Words => [{ text, isBold: false, isItalic: false }]
