import { Boolean as Flag, Optional, String as Text } from 'typebox'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_LOCATION_LENGTH,
  MAX_MOOD_LENGTH,
  MAX_TITLE_LENGTH,
} from '../limits.ts'
import { words } from '../http/words.ts'
import { CategoryId, Tags, filledText, nullable, exact } from '../http/scalars.ts'

export const NO_POST_TITLE = 'Please add a title for your post.'
export const NO_POST_MEDIA = 'Please add at least one image or video.'

/** The title of a new post. Blanks are refused by the server, in the same words. */
export const PostTitle = Text(
  words('title', { maxLength: MAX_TITLE_LENGTH, missing: NO_POST_TITLE }),
)

/** The body that a post's form is checked against. Separate, so that screens that only read posts don't load it. */
export const PostChange = exact(
  {
    title: Optional(filledText(MAX_TITLE_LENGTH, words('title', { missing: NO_POST_TITLE }))),
    description: Optional(Text({ maxLength: MAX_DESCRIPTION_LENGTH })),
    categoryId: Optional(nullable(CategoryId)),
    tags: Optional(Tags),
    location: Optional(Text({ maxLength: MAX_LOCATION_LENGTH })),
    mood: Optional(Text({ maxLength: MAX_MOOD_LENGTH })),
    isPublic: Optional(Flag()),
    isSensitive: Optional(Flag()),
  },
  { minProperties: 1 },
)
