import { readFile } from 'node:fs/promises'

/** One of the server's statements with values to run it with. */
export interface Statement {
  sql: string
  params: unknown[]
  /** Where the session's token hash goes; null there is a visitor. */
  tokenAt: number
}

/** What server/seeds/dump-sql.ts writes. */
export interface SqlFile {
  list: Statement
  listDeep: (Statement & { cursor: string })[]
  /** `termAt`: where the words go that are looked for. */
  search: Statement & { termAt: number }
  item: (Statement & { id: string })[]
}

export const readSqlFile = async (file: string): Promise<SqlFile> =>
  JSON.parse(await readFile(file, 'utf8')) as SqlFile

/** The same statement as somebody who is signed in. */
export const signedIn = <S extends Statement>(statement: S, tokenHash: Buffer | null): S =>
  tokenHash === null
    ? statement
    : { ...statement, params: statement.params.with(statement.tokenAt, tokenHash) }

export const withTerm = (statement: SqlFile['search'], term: string): Statement => ({
  ...statement,
  params: statement.params.with(statement.termAt, term),
})
