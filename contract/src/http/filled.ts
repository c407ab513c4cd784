/**
 * Matches text with something to see in it. Blanks, control and format characters, and those that are drawn as nothing
 * (zero width space, Hangul filler, braille blank, tags …) are no text. For regular expressions with the `u` flag, which
 * both validators use.
 */
export const FILLED = String.raw`[^\s\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]`

const filled = new RegExp(FILLED, 'u')

/** Whether a text has a visible character. */
export const isFilled = (text: string): boolean => filled.test(text)
