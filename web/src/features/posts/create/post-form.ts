import { CATEGORIES } from '@plinth/contract/choices.ts'
import { PostChange } from '@plinth/contract/posts/bodies.ts'
import type { Post } from '@plinth/contract/posts/posts.ts'
import { problemsOf } from '../../../lib/forms/contract.ts'
import { texts } from './post-form-texts.ts'

/** A post as its forms and draft hold it. The category is its id as text, or `NO_CATEGORY`. */
export interface PostFields {
  title: string
  description: string
  category: string
  location: string
  tags: string[]
  mood: string
  isPublic: boolean
  isSensitive: boolean
}

/** A select cannot carry an empty value. */
const NO_CATEGORY = 'none'
export const CATEGORY_OPTIONS = [
  { value: NO_CATEGORY, label: texts.fields.noCategory },
  ...CATEGORIES.map(({ id, name }) => ({ value: String(id), label: name })),
]

export const EMPTY_FIELDS: PostFields = {
  title: '',
  description: '',
  category: NO_CATEGORY,
  location: '',
  tags: [],
  mood: '',
  isPublic: true,
  isSensitive: false,
}

export const fieldsOf = (post: Post): PostFields => ({
  title: post.title,
  description: post.description,
  category: post.categoryId === null ? NO_CATEGORY : String(post.categoryId),
  location: post.location ?? '',
  tags: post.tags,
  mood: post.mood ?? '',
  isPublic: post.isPublic,
  isSensitive: post.isSensitive,
})

export const areEmpty = ({ tags, ...fields }: PostFields): boolean =>
  tags.length === 0 &&
  (Object.keys(fields) as (keyof typeof fields)[]).every(
    (name) => fields[name] === EMPTY_FIELDS[name],
  )

export const updateBodyOf = (fields: PostFields) => ({
  title: fields.title.trim(),
  description: fields.description.trim(),
  categoryId: fields.category === NO_CATEGORY ? null : Number(fields.category),
  tags: fields.tags,
  location: fields.location.trim(),
  mood: fields.mood.trim(),
  isPublic: fields.isPublic,
  isSensitive: fields.isSensitive,
})

/** The multipart form. Files are addresses of finished uploads; the first is the cover. */
export function formDataOf(
  fields: PostFields,
  { clientId, urls }: { clientId: string; urls: readonly string[] },
): FormData {
  const { title, description, categoryId, tags, location, mood, ...flags } = updateBodyOf(fields)
  const form = new FormData()
  const parts = {
    title,
    description,
    categoryId: categoryId === null ? '' : String(categoryId),
    tags: JSON.stringify(tags),
    location,
    mood,
    isPublic: String(flags.isPublic),
    isSensitive: String(flags.isSensitive),
    clientId,
  }
  for (const [name, value] of Object.entries(parts)) {
    if (value !== '') form.append(name, value)
  }
  for (const [index, url] of urls.entries()) form.append(`media_${index}`, url)
  return form
}

/** Errors by field, for new and edited posts alike. */
export const fieldProblems = (fields: PostFields): Promise<Record<string, string>> =>
  problemsOf(PostChange, updateBodyOf(fields))

/** The form's names for fields that the server calls otherwise. */
export const RENAMED = { categoryId: 'category' } as const
