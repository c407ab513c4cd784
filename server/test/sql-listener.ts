import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
} from 'kysely'
import type { DB } from '../src/db/schema.ts'

/** A database that runs nothing: what is asked of it is heard, and answered by whoever listens. */
export function createListeningDatabase(
  answer: (query: CompiledQuery) => Promise<unknown[]>,
): Kysely<DB> {
  const connection: DatabaseConnection = {
    // The rows are made up from what is said of them.
    executeQuery: async <Row>(query: CompiledQuery) => {
      const rows = (await answer(query)) as Row[]
      return { rows, numAffectedRows: BigInt(rows.length) }
    },
    streamQuery: () => {
      throw new Error('nothing is streamed')
    },
  }
  const nothing = (): Promise<void> => Promise.resolve()
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        destroy: nothing,
        acquireConnection: () => Promise.resolve(connection),
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
      }),
    },
  })
}
