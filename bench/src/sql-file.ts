import { readFile } from 'node:fs/promises'

/** One of the server's statements with values to run it with. */
export interface Statement {
  sql: string
  params: unknown[]
  /** Where the session's token hash goes; null there is a visitor. -1: the person is named in the statement. */
  tokenAt: number
}

/** What server/seeds/dump-sql.ts writes. */
export interface SqlFile {
  list: Statement
  listDeep: (Statement & { cursor: string })[]
  /** `termAt`: where the words go that are looked for. */
  search: Statement & { termAt: number }
  item: (Statement & { id: string })[]
  posts: PostsSql
  analytics: AnalyticsSql
}

interface AnalyticsSql {
  /** Whom the bench makes. */
  creatorId: string
  reads: (Statement & { period: number; tz: string })[]
}

export interface PostsSql {
  viewers: { member: string; eager: string }
  /** People whose For You is made once by each run. */
  crowd: string[]
  reads: (Statement & { name: string; viewer: 'member' | 'eager' | null; path: string })[]
  /** What makes a For You list; no call of its own. */
  making: (Statement & { name: string })[]
}

export const readSqlFile = async (file: string): Promise<SqlFile> =>
  JSON.parse(await readFile(file, 'utf8')) as SqlFile

/** The same statement as somebody who is signed in. */
export const signedIn = <S extends Statement>(statement: S, tokenHash: Buffer | null): S =>
  tokenHash === null || statement.tokenAt < 0
    ? statement
    : { ...statement, params: statement.params.with(statement.tokenAt, tokenHash) }

export const withTerm = (statement: SqlFile['search'], term: string): Statement => ({
  ...statement,
  params: statement.params.with(statement.termAt, term),
})
