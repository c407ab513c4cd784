import { String as Text } from 'typebox'

const MAX_EMAIL_LENGTH = 254

/** The whole address, with the part after the dot, and nothing that a letter's head could be broken with. */
export const Email = Text({
  maxLength: MAX_EMAIL_LENGTH,
  pattern: String.raw`^[^\s@<>()\[\],;:"\\]+@[^\s@<>()\[\],;:"\\.]+(\.[^\s@<>()\[\],;:"\\.]+)+$`,
})
