const SMALL = 'no one two three four five six seven eight nine'.split(' ')

/** `two`; figures such as `12` from ten on. */
export const inWords = (count: number): string => SMALL[count] ?? String(count)

/** `Two`, for the beginning of a sentence. */
export const inWordsFirst = (count: number): string => {
  const word = inWords(count)
  return word.charAt(0).toUpperCase() + word.slice(1)
}
