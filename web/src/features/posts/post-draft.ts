import { Array as ListOf, Object as ObjectOf, String as Text, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { makeDraft } from '../../lib/draft.ts'
import { areEmpty, PostFields } from './post-form.ts'

const PostDraft = ObjectOf({
  /** Sent with the post, so that sending it twice makes one post. */
  clientId: Text({ format: 'uuid' }),
  fields: PostFields,
  /** Finished uploads in their order, with the alternative texts typed so far. */
  files: ListOf(ObjectOf({ id: Text(), alt: Text() })),
})
export type PostDraft = Static<typeof PostDraft>

/** A post not yet sent, kept in this browser until it is sent or discarded. */
export const postDraft = makeDraft<PostDraft>(
  'post-draft',
  (kept) => (Check(PostDraft, kept) ? kept : null),
  ({ fields, files }) => areEmpty(fields) && files.length === 0,
)

/** `crypto.randomUUID` is missing where a page did not come over HTTPS. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const versioned = bytes.with(6, ((bytes[6] ?? 0) & 0x0f) | 0x40)
  const marked = versioned.with(8, ((versioned[8] ?? 0) & 0x3f) | 0x80)
  const hex = Array.from(marked, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
