import pg from 'pg'
import { PUBLIC_URL } from './app.ts'
import { duringTests } from './lifetime.ts'
import { startSandbox } from './sandbox.ts'

interface Mailbox {
  smtpUrl: string
  /** Reads the table of emails, `letters`. */
  query: <R extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<{ rows: R[] }>
  close: () => Promise<void>
}

/** The mailbox of a sandbox during the tests of a file. */
export const testMailbox = (): Mailbox =>
  duringTests(async () => {
    const sandbox = await startSandbox(PUBLIC_URL)
    const client = new pg.Client({ connectionString: sandbox.databaseUrl })
    await client.connect()
    return {
      smtpUrl: sandbox.smtpUrl,
      query: (sql, values) => client.query(sql, values),
      close: async () => {
        await client.end()
        await sandbox.drop()
      },
    }
  })
