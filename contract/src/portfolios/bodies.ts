/**
 * The bodies that forms are checked against. They are not in the endpoints' file, so that a screen which only reads
 * works does not load these schemas.
 */
import { Boolean as Flag, Enum, Number as NumberOf, Optional, String as Text } from 'typebox'
import { CATEGORY_SLUGS, ORIGIN_SLUGS } from '../choices.ts'
import {
  MAX_ALT_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_MEDIA_BYTES,
  MAX_ORIGIN_PARTS_LENGTH,
  MAX_TITLE_LENGTH,
} from '../limits.ts'
import { MEDIA_KINDS } from '../media/file-types.ts'
import { price } from '../numbers.ts'
import { words } from '../http/words.ts'
import { HIRE_BOUNDS, Tags, filledText, nullable, exact } from '../http/scalars.ts'

/** base64 of 50 MB and its `data:` prefix. */
const MAX_DATA_URL_LENGTH = Math.ceil(MAX_MEDIA_BYTES / 3) * 4 + 200

const NO_FILE = { missing: 'Please select a file or provide a URL.' }

const MediaAlt = Optional(Text({ maxLength: MAX_ALT_LENGTH }))

/** Nothing, or enough to be hired for. */
export const StartingPrice = Optional(
  nullable(
    NumberOf({
      ...HIRE_BOUNDS,
      ...words('starting price', {
        wrong: `Leave the starting price empty, or enter ${price(HIRE_BOUNDS.minimum)} to ${price(HIRE_BOUNDS.maximum)}.`,
      }),
    }),
  ),
)

/** How a work was made. `originParts` goes with `ai_assisted`, and with nothing else. */
const originFields = {
  origin: Optional(nullable(Enum(ORIGIN_SLUGS))),
  originParts: Optional(nullable(Text({ maxLength: MAX_ORIGIN_PARTS_LENGTH }))),
  /** Kept out of AI training. */
  isReserved: Optional(Flag()),
}

/** A work without an origin or a reservation takes its creator's defaults. */
export const NewPortfolio = exact({
  title: Optional(Text({ maxLength: MAX_TITLE_LENGTH })),
  description: Optional(Text({ maxLength: MAX_DESCRIPTION_LENGTH })),
  category: Enum(CATEGORY_SLUGS),
  fileUrl: Text({ minLength: 1, maxLength: MAX_DATA_URL_LENGTH, ...words('file', NO_FILE) }),
  fileName: filledText(MAX_FILE_NAME_LENGTH, words('file name', NO_FILE)),
  fileType: Optional(Enum([...MEDIA_KINDS])),
  startingPrice: StartingPrice,
  tags: Optional(Tags),
  isSensitive: Optional(Flag()),
  ...originFields,
  alt: MediaAlt,
  /** A draft is for its creator alone until they publish it. */
  state: Optional(Enum(['published', 'draft'] as const)),
  /** Show it in a post of the type `portfolio` as well, of which followers are notified. Not with a draft. */
  alsoPost: Optional(Flag()),
})

export const PortfolioChange = exact(
  {
    title: Optional(filledText(MAX_TITLE_LENGTH)),
    description: Optional(Text({ maxLength: MAX_DESCRIPTION_LENGTH })),
    category: Optional(Enum(CATEGORY_SLUGS)),
    startingPrice: StartingPrice,
    tags: Optional(Tags),
    isSensitive: Optional(Flag()),
    ...originFields,
    alt: MediaAlt,
  },
  { minProperties: 1 },
)
