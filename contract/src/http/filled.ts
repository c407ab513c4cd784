/**
 * Matches text with something to see in it. Blanks, control and format characters, and those that are drawn as nothing
 * (`DI`, the default ignorable ones: zero width space, Hangul filler, tags …; and the braille blank) are no text. For regular expressions with the `u` flag, which
 * both validators use.
 */
export const FILLED = String.raw`[^\s\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2800\u{1D159}]`

const filled = new RegExp(FILLED, 'u')

/** Whether a text has a visible character. */
export const isFilled = (text: string): boolean => filled.test(text)
