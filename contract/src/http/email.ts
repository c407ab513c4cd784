import { String as Text } from 'typebox'

const MAX_EMAIL_LENGTH = 254

/** A complete address, without characters that could break an email header. */
export const Email = Text({
  maxLength: MAX_EMAIL_LENGTH,
  pattern: String.raw`^[^\s@<>()\[\],;:"\\]+@[^\s@<>()\[\],;:"\\.]+(\.[^\s@<>()\[\],;:"\\.]+)+$`,
})
