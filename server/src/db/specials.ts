/**
 * Completes a page whose statement leaves out what few of its rows have: PostgreSQL prepares every part of a statement
 * each time, whether any row needs it or not. `read` gets the ids of the special rows and returns what else they have.
 * A special row that is gone meanwhile is left out.
 */
export async function completed<Row extends { id: string }>(
  json: string,
  special: readonly string[] | null,
  read: (ids: string[]) => Promise<readonly (Pick<Row, 'id'> & Partial<Row>)[]>,
): Promise<string> {
  if (special === null) return json
  const parts = new Map((await read([...special])).map((part) => [part.id, part]))
  const ids = new Set(special)
  const rows = (JSON.parse(json) as Row[]).filter(({ id }) => !ids.has(id) || parts.has(id))
  return JSON.stringify(rows.map((row) => ({ ...row, ...parts.get(row.id) })))
}
