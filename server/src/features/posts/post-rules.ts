import { MAX_TAGS, MAX_TAG_LENGTH } from '@plinth/contract/limits.ts'
import type { POST_TYPES } from '@plinth/contract/choices.ts'
import { NO_POST_MEDIA, NO_POST_TITLE } from '@plinth/contract/posts/bodies.ts'
import type { PostForm } from '@plinth/contract/posts/form.ts'
import type { createPost } from '@plinth/contract/posts/posts.ts'
import { isFilled } from '@plinth/contract/http/filled.ts'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { cleanTags } from '../../core/tags/tag-rules.ts'
import { invalidField, type AppError } from '../../http/errors.ts'
import { isId } from '../../http/paging.ts'

/** Everything about a post except its files, from a form or from JSON. */
export interface PostContent {
  title: string
  description: string
  categoryId: number | null
  tags: string[]
  location: string | null
  mood: string | null
  isPublic: boolean
  isSensitive: boolean
  /** Null: derived from the files. */
  type: (typeof POST_TYPES)[number] | null
  portfolioId: string | null
  clientId: string | null
}

export const noMedia = (field: string): AppError => invalidField(field, NO_POST_MEDIA)

export const filledOrNull = (text: string | undefined): string | null => text?.trim() || null

function titleOf(title: string): string {
  const clean = title.trim()
  if (!isFilled(clean)) throw invalidField('title', NO_POST_TITLE)
  return clean
}

export function contentOfForm(form: PostForm): PostContent {
  const portfolioId = form.portfolioId?.toLowerCase() || null
  if (portfolioId !== null && !isId(portfolioId))
    throw invalidField('portfolioId', 'We can’t find this work among yours.')
  return {
    title: titleOf(form.title),
    description: form.description?.trim() ?? '',
    categoryId: form.categoryId ? Number(form.categoryId) : null,
    tags: tagsOf(form.tags),
    location: filledOrNull(form.location),
    mood: filledOrNull(form.mood),
    isPublic: form.isPublic !== 'false',
    isSensitive: form.isSensitive === 'true',
    type: typeOf(form.type, portfolioId),
    portfolioId,
    clientId: form.clientId ?? null,
  }
}

export const contentOfJson = (body: BodyOf<typeof createPost>): PostContent => ({
  title: titleOf(body.title),
  description: body.description?.trim() ?? '',
  categoryId: body.categoryId ?? null,
  tags: [],
  location: null,
  mood: null,
  isPublic: true,
  isSensitive: false,
  type: typeOf(body.type, null),
  portfolioId: null,
  clientId: null,
})

function typeOf(
  type: PostContent['type'] | undefined,
  portfolioId: string | null,
): PostContent['type'] {
  if (type === 'portfolio' && portfolioId === null) {
    throw invalidField('type', 'A portfolio post shows one of your works. Choose the work.')
  }
  return type ?? null
}

/** Refuses a type that says something else than the files. A portfolio post may show any. */
export function checkType(type: PostContent['type'], kinds: readonly string[]): void {
  const hasVideo = kinds.includes('video')
  if (type === 'video' && !hasVideo) {
    throw invalidField('type', 'None of these files is a video. Post them as images.')
  }
  if (type === 'image' && hasVideo) {
    throw invalidField('type', 'One of these files is a video. Post them as a video.')
  }
}

/** Tags as a form carries them: a JSON list of strings. */
function tagsOf(text: string | undefined): string[] {
  if (text === undefined || text.trim() === '') return []
  const tags = cleanTags(listOf(text))
  if (tags.length > MAX_TAGS) throw invalidField('tags', `You can add at most ${MAX_TAGS} tags.`)
  if (tags.some((tag) => Array.from(tag).length > MAX_TAG_LENGTH)) {
    throw invalidField('tags', `A tag can have at most ${MAX_TAG_LENGTH} characters.`)
  }
  return tags
}

function listOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value) && value.every((tag) => typeof tag === 'string' && isStorable(tag))) {
      return value as string[]
    }
  } catch {
    // Text that is not JSON gets the same error as JSON that is not a list of texts.
  }
  throw invalidField('tags', 'Send the tags as a JSON list of text.')
}

/** A JSON escape can contain the null character, which PostgreSQL text cannot hold. */
const isStorable = (text: string): boolean => !text.includes('\0')
