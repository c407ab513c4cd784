/** `npm run plinth -- audit check [<hash>]`: checks the hash of every entry of the log. Returns the exit code. */
export async function checkLog({ url }, earlier) {
  const { createDatabase, createPool } = await import('../../server/src/db/pool.ts')
  const { checkAudit } = await import('../../server/src/core/audit/audit-check-queries.ts')
  const db = createDatabase(createPool({ url, size: 1, namedStatements: false }))
  try {
    const { entries, head, broken, hasEarlier } = await checkAudit(db, earlier)
    for (const { place, id, at } of broken)
      console.log(
        `Broken: No. ${place ?? '?'} of ${at.toISOString()}, ${id}, or what came before it.`,
      )
    if (!hasEarlier)
      console.log(`${earlier} is not in the log any more: its end is not what it was.`)
    if (broken.length > 0 || !hasEarlier) return 1
    console.log(`${entries} entries, each as it was written. The last hash is`)
    console.log(head ?? 'none: the log is empty.')
    console.log('Keep it elsewhere: audit check <hash> tells then whether the end was cut off.')
    return 0
  } finally {
    await db.destroy()
  }
}
