import { makeDraft, type Draft } from '../../lib/draft.ts'

/** What a form holds, every field as text. */
export type TextFields = Record<string, string>

/** Something written and not yet sent. */
export interface Unsent<F> {
  /** Sent along, so that sending it twice makes one message. */
  clientId: string
  fields: F
  /** Finished uploads in their order. */
  mediaIds: string[]
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const isText = (value: unknown): value is string => typeof value === 'string'

/** What an older version, or somebody else, left in the store may look different. */
function readUnsent<F>(kept: object, readFields: (fields: object) => F | null): Unsent<F> | null {
  const { clientId, fields, mediaIds } = kept as Partial<Record<keyof Unsent<F>, unknown>>
  if (!isText(clientId) || !UUID.test(clientId)) return null
  if (!Array.isArray(mediaIds) || !mediaIds.every(isText)) return null
  if (typeof fields !== 'object' || fields === null) return null
  const read = readFields(fields)
  return read === null ? null : { clientId, fields: read, mediaIds }
}

/**
 * The draft of one form to one person. `subject` names whom and what it is about; `readFields` makes of what was kept
 * what the form holds, or null; `isEmpty` says what is not worth keeping.
 */
export const draftOf = <F>(
  subject: string,
  readFields: (fields: object) => F | null,
  isEmpty: (fields: F) => boolean,
): Draft<Unsent<F>> =>
  makeDraft<Unsent<F>>(
    subject,
    (kept) => readUnsent(kept, readFields),
    ({ fields, mediaIds }) => mediaIds.length === 0 && isEmpty(fields),
  )

/** The same of a form of texts alone. `empty` is what it holds before anybody has typed. */
export function unsentDraft<F extends TextFields>(subject: string, empty: F): Draft<Unsent<F>> {
  const names = Object.keys(empty)
  return draftOf(
    subject,
    (fields) =>
      names.every((name) => isText((fields as Record<string, unknown>)[name]))
        ? (fields as F)
        : null,
    (fields) => names.every((name) => fields[name] === empty[name]),
  )
}
