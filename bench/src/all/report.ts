import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

const DOCS = path.resolve(import.meta.dirname, '../../../docs')

/** Replaces what is between the markers of a section in a page of docs/; everything else stays as it is. */
export async function writeSection(
  name: string,
  text: string,
  page: 'performance' | 'scaling' = 'performance',
): Promise<void> {
  const file = path.join(DOCS, `${page}.md`)
  await writeFile(file, replaceSection(await readFile(file, 'utf8'), name, text))
}

/** Puts a text between `<!-- name -->` and `<!-- /name -->`. Throws when the page has no such markers. */
export function replaceSection(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The page has no section ${begin} … ${end}.`)
  return `${page.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${page.slice(to)}`
}

/** A Markdown table; the first row is its head. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** One sentence: the day, the machine and the versions. */
export async function describeRun(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  const [cpu] = os.cpus()
  const memory = Math.round(os.totalmem() / 1024 ** 3)
  const postgres = (rows[0]?.server_version ?? '').split(' ')[0]
  return `${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} cores (${cpu?.model.trim() || 'unknown processor'}), ${memory} GB, Node ${process.versions.node}, PostgreSQL ${postgres}.`
}
