/** One of a list, as JSON. */
export interface ListItem {
  id: string
  json: string
  /** Whether it has what few have, which the statement of the list leaves out. */
  isSpecial: boolean
}

/**
 * The JSON of each of these. PostgreSQL prepares every part of a statement each time, whether any row needs it or not, so
 * `read` gets the ids of the special ones and returns what else they have. A special one that is gone meanwhile is left
 * out.
 */
export async function completed(
  items: readonly ListItem[],
  read: (ids: string[]) => Promise<readonly { id: string }[]>,
): Promise<string[]> {
  const special = items.filter(({ isSpecial }) => isSpecial).map(({ id }) => id)
  if (special.length === 0) return items.map(({ json }) => json)
  const parts = new Map((await read(special)).map((part) => [part.id, part]))
  return items.flatMap(({ id, json, isSpecial }) => {
    if (!isSpecial) return [json]
    const part = parts.get(id)
    return part === undefined ? [] : [JSON.stringify({ ...(JSON.parse(json) as object), ...part })]
  })
}
