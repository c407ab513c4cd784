const PATIENCE_MS = 120_000
const dollars = (cents) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** `npm run plinth -- money check`: lets the running Plinth compare everything with the provider. Returns the exit code. */
export async function checkMoney({ url }) {
  const { createDatabase, createPool } = await import('../../server/src/db/pool.ts')
  const { createJobs } = await import('../../server/src/jobs/queue.ts')
  const { RECONCILE_JOB } = await import('../../server/src/core/money/reconcile.ts')
  const { listBalances } = await import('../../server/src/core/money/check-queries.ts')
  const { findReconciliation, lastReconciliationId } =
    await import('../../server/src/core/money/provider-event-queries.ts')
  const db = createDatabase(createPool({ url, size: 2, namedStatements: false }))
  const onError = (error) => console.error(error.message)
  const jobs = createJobs({ url, run: false, onError })
  try {
    await jobs.start()
    const before = await lastReconciliationId(db)
    await jobs.send(db, RECONCILE_JOB, { all: true })
    console.log('Reading back from the card provider …')
    const run = await waitFor(() => findReconciliation(db, before))
    for (const { account, cents } of await listBalances(db))
      console.log(`${account.padEnd(12)} ${dollars(-cents).padStart(16)}`)
    if (run === undefined) {
      console.error(
        'Nothing was read back in two minutes. Plinth has to run, with the card provider set; its log says more.',
      )
      return 1
    }
    console.log(`${run.found} events that no webhook had told of.`)
    for (const { what, ours, theirs } of run.differences)
      console.log(`Different: ${what}: ${dollars(ours)} here, ${dollars(theirs)} there.`)
    if (run.differences.length === 0) console.log('The books and the card provider agree.')
    return run.differences.length === 0 ? 0 : 1
  } finally {
    await jobs.stop()
    await db.destroy()
  }
}

async function waitFor(check) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
    const found = await check()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return undefined
}
