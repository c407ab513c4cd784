// Loaded into a server before anything else, by `node --import`: notes the statements that the server sends for a request,
// and explains them as its own connection would run them.
import { createServer } from 'node:http'
import pg from 'pg'
import utils from 'pg/lib/utils.js'

interface Sent {
  text: string
  values: readonly unknown[]
}

export interface Explained {
  text: string
  plan: string
}

/** From then on PostgreSQL may take one plan for all values of a named statement. */
const RUNS_BEFORE_GENERIC = 6
const WRITES = /\b(insert into|update|delete from)\b/i
/** Not worth a plan, or not possible to explain. */
const SKIPPED = /^\s*(begin|commit|rollback|savepoint|release|set|listen|notify|start)\b/i

let sent: Sent[] | null = null

type Query = (...args: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query }
const query = prototype.query
prototype.query = function note(this: unknown, ...args: unknown[]): unknown {
  const [config, values] = args
  const text = typeof config === 'string' ? config : (config as { text?: unknown } | null)?.text
  if (sent !== null && typeof text === 'string' && !SKIPPED.test(text)) {
    const own = (config as { values?: unknown }).values
    sent.push({ text, values: [values, own].find((one) => Array.isArray(one)) ?? [] })
  }
  return query.apply(this, args)
}

const literal = (client: pg.Client, value: unknown, type: string | undefined): string => {
  const prepared = utils.prepareValue(value)
  if (prepared === null) return 'null'
  if (!Buffer.isBuffer(prepared)) return client.escapeLiteral(prepared)
  return type === 'uuid[]' ? `'{${idsIn(prepared).join()}}'` : `'\\x${prepared.toString('hex')}'`
}

const HEADER_BYTES = 20
const ID_BYTES = 16

/** The ids of a `uuid[]` as PostgreSQL sends it: each after its length in four bytes. */
function idsIn(array: Buffer): string[] {
  const ids: string[] = []
  for (let at = HEADER_BYTES + 4; at < array.length; at += ID_BYTES + 4)
    ids.push(array.toString('hex', at, at + ID_BYTES))
  return ids
}

/** Explains a statement with the values it was sent with. Whatever it writes is rolled back. */
async function explain(client: pg.Client, { text, values }: Sent, name: string): Promise<string> {
  await client.query('begin')
  try {
    const runs = WRITES.test(text) ? 0 : RUNS_BEFORE_GENERIC
    for (let run = 0; run < runs; run += 1) await client.query({ name, text, values: [...values] })
    if (runs === 0) await client.query(`prepare "${name}" as ${text}`)
    const { rows: prepared } = await client.query<{ types: string[] }>(
      'select parameter_types::text[] as types from pg_prepared_statements where name = $1',
      [name],
    )
    const types = prepared[0]?.types ?? []
    const list = values.map((value, at) => literal(client, value, types[at])).join(', ')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off) execute "${name}"${list === '' ? '' : `(${list})`}`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    await client.query('rollback')
  }
}

async function explainAll(statements: readonly Sent[]): Promise<Explained[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    const explained: Explained[] = []
    for (const [at, one] of statements.entries())
      explained.push({ text: one.text, plan: await explain(client, one, `plan_${at}`) })
    return explained
  } finally {
    await client.end()
  }
}

createServer((request, response) => {
  if (request.url === '/begin') {
    sent = []
    response.end()
    return
  }
  const statements = sent ?? []
  sent = null
  void explainAll(statements).then(
    (explained) => response.end(JSON.stringify(explained)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(Number(process.env.CAPTURE_PORT), '127.0.0.1')
