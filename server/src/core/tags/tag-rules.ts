/** Trims tags, removes leading `#`, and drops repeats that differ only in case, keeping the first spelling. */
export function cleanTags(tags: readonly string[]): string[] {
  const bySpelling = new Map<string, string>()
  for (const tag of tags) {
    const clean = tag.trim().replace(/^#+/, '').trim()
    const key = clean.toLowerCase()
    if (clean !== '' && !bySpelling.has(key)) bySpelling.set(key, clean)
  }
  return [...bySpelling.values()]
}
