import { String as Text } from 'typebox'
import { words } from './words.ts'

const MAX_EMAIL_LENGTH = 254

/** A complete address, without characters that could break an email header. */
export const Email = Text(
  words('email address', {
    maxLength: MAX_EMAIL_LENGTH,
    wrong: 'Enter a whole email address, such as name@example.com.',
    pattern: String.raw`^[^\s@<>()\[\],;:"\\]+@[^\s@<>()\[\],;:"\\.]+(\.[^\s@<>()\[\],;:"\\.]+)+$`,
  }),
)
