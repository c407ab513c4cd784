// What a database holds, so that two can be compared, and whether its books and its audit log are in order.

async function withHandle(url, work) {
  const { createDatabase, createPool } = await import('../../../server/src/db/pool.ts')
  const db = createDatabase(createPool({ url, size: 1, namedStatements: false, isUnlimited: true }))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** The row count and the digest of each table, and the sums of the books. */
export const describeDatabase = (url) =>
  withHandle(url, async (db) => {
    const { beginReading, digestOf, listAccountSums, listTables } =
      await import('../../../server/src/cli/backup-queries.ts')
    return db.transaction().execute(async (trx) => {
      await beginReading(trx)
      const tables = new Map()
      for (const { name } of await listTables(trx)) tables.set(name, await digestOf(trx, name))
      return { tables, sums: JSON.stringify(await listAccountSums(trx)) }
    })
  })

/** Names the tables that differ. */
export function differencesOf(before, after) {
  const names = new Set([...before.tables.keys(), ...after.tables.keys()])
  const differ = [...names].filter((name) => {
    const [one, other] = [before.tables.get(name), after.tables.get(name)]
    return one?.rows !== other?.rows || one?.digest !== other?.digest
  })
  return before.sums === after.sums ? differ : [...differ, 'the sums of the books']
}

export const rowsOf = ({ tables }) => [...tables.values()].reduce((sum, { rows }) => sum + rows, 0)

/** Throws unless the books add up to zero and agree with the payments. Returns how many accounts they have. */
export const checkBooks = (url) =>
  withHandle(url, async (db) => {
    const { checkPayments, listBalances } =
      await import('../../../server/src/core/money/check-queries.ts')
    const balances = await listBalances(db)
    const sum = balances.reduce((total, { cents }) => total + cents, 0)
    if (sum !== 0) throw new Error(`The books add up to ${sum} cents instead of nothing.`)
    const differences = await checkPayments(db, new Date(0))
    if (differences.length > 0)
      throw new Error(`The books differ from the payments: ${JSON.stringify(differences)}`)
    return balances.length
  })
