const MAX_DESCRIPTION = 200

/** The first sentences of a text, cut at a word, as a page's description. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_DESCRIPTION) return line
  return `${line.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`
}
