import { Enum, Optional, String as Text, type Static } from 'typebox'
import { POST_TYPES } from '../choices.ts'
import { MAX_DESCRIPTION_LENGTH, MAX_LOCATION_LENGTH, MAX_MOOD_LENGTH } from '../limits.ts'
import { words } from '../http/words.ts'
import { Id, exact } from '../http/scalars.ts'
import { PostTitle } from './bodies.ts'

/** Text fields of the multipart form. Files are `media_0` … `media_n`: a file, or the URL of a finished upload. */
export const PostForm = exact({
  /** Derived from the files when left out. */
  type: Optional(Enum([...POST_TYPES])),
  title: PostTitle,
  description: Optional(Text({ maxLength: MAX_DESCRIPTION_LENGTH })),
  categoryId: Optional(
    Text(words('category', { pattern: '^\\d{0,5}$', wrong: 'There is no such category.' })),
  ),
  /** A JSON list of strings. */
  tags: Optional(Text({ maxLength: 4_000 })),
  location: Optional(Text({ maxLength: MAX_LOCATION_LENGTH })),
  mood: Optional(Text({ maxLength: MAX_MOOD_LENGTH })),
  isPublic: Optional(Enum(['true', 'false'])),
  isSensitive: Optional(Enum(['true', 'false'])),
  /** One of the author's works that the post shows. */
  portfolioId: Optional(
    Text(
      words('work', {
        pattern: '^([0-9a-fA-F-]{36})?$',
        wrong: 'You have no such work online.',
      }),
    ),
  ),
  /** Made by the client. Sending the same one again does not create a second post. */
  clientId: Optional(Id),
})
export type PostForm = Static<typeof PostForm>
