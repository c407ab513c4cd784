import { makeDraft, type Draft } from '../../lib/draft.ts'

/** What a form holds, every field as text. */
export type TextFields = Record<string, string>

/** Something written and not yet sent. */
export interface Unsent<F extends TextFields> {
  /** Sent along, so that sending it twice makes one message. */
  clientId: string
  fields: F
  /** Finished uploads in their order. */
  mediaIds: string[]
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const isText = (value: unknown): value is string => typeof value === 'string'

/** What an older version, or somebody else, left in the store may look different. */
function readUnsent<F extends TextFields>(kept: object, empty: F): Unsent<F> | null {
  const { clientId, fields, mediaIds } = kept as Partial<Record<keyof Unsent<F>, unknown>>
  if (!isText(clientId) || !UUID.test(clientId)) return null
  if (!Array.isArray(mediaIds) || !mediaIds.every(isText)) return null
  if (typeof fields !== 'object' || fields === null) return null
  const names = Object.keys(empty)
  const isWhole = names.every((name) => isText((fields as Record<string, unknown>)[name]))
  return isWhole ? { clientId, fields: fields as F, mediaIds } : null
}

/**
 * The draft of one form to one person. `subject` names whom and what it is about; `empty` is what the form holds
 * before anybody has typed.
 */
export const unsentDraft = <F extends TextFields>(subject: string, empty: F): Draft<Unsent<F>> =>
  makeDraft<Unsent<F>>(
    subject,
    (kept) => readUnsent(kept, empty),
    ({ fields, mediaIds }) =>
      mediaIds.length === 0 && Object.keys(empty).every((name) => fields[name] === empty[name]),
  )
