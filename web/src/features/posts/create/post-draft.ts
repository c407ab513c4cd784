import { makeDraft } from '../../lib/draft.ts'
import { areEmpty, EMPTY_FIELDS, type PostFields } from './post-form.ts'

export interface PostDraft {
  /** Sent with the post, so that sending it twice makes one post. */
  clientId: string
  fields: PostFields
  /** Finished uploads in their order, with the alternative texts typed so far. */
  files: { id: string; alt: string }[]
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)

/** What an older version, or somebody else, left in the store may look different. */
function isDraft(kept: object): kept is PostDraft {
  const { clientId, fields, files } = kept as Partial<Record<keyof PostDraft, unknown>>
  if (!isText(clientId) || !UUID.test(clientId)) return false
  if (typeof fields !== 'object' || fields === null || !Array.isArray(files)) return false
  const known = fields as Record<string, unknown>
  return (
    Object.entries(EMPTY_FIELDS).every(([name, empty]) =>
      Array.isArray(empty) ? isTexts(known[name]) : typeof known[name] === typeof empty,
    ) &&
    files.every((file: Record<string, unknown> | null) => isTexts([file?.['id'], file?.['alt']]))
  )
}

/** A post not yet sent, kept in this browser until it is sent or discarded. */
export const postDraft = makeDraft<PostDraft>(
  'post-draft',
  (kept) => (isDraft(kept) ? kept : null),
  ({ fields, files }) => areEmpty(fields) && files.length === 0,
)
