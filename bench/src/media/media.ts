import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createMediaClient } from './client.ts'
import { measureFormats } from './formats.ts'
import { measureQuality } from './quality.ts'
import { measureThroughput } from './throughput.ts'
import type { Visit } from './visitors.ts'
import type { BenchInput } from '../env.ts'
import { openSession } from '../session.ts'
import { readSqlFile } from '../load/sql.ts'

const ONE_POST = /^\/api\/posts\/([0-9a-f-]{36})$/

/** Measures formats, quality and throughput of uploads: all three, or the chosen part. */
export async function benchMedia({ env, part, count, until, print }: BenchInput): Promise<void> {
  const { posts } = await readSqlFile(env.sqlFile)
  const session = await openSession(env.databaseUrl)
  const { cookie } = session
  const client = createMediaClient(env, cookie)
  const visits = visitsOf(
    env.url,
    posts.reads.map((read) => read.path),
  )
  const parts = {
    formats: () => measureFormats(client, print),
    quality: () => measureQuality(client, print),
    throughput: () => measureThroughput({ env, client, cookie, visits, count, until, print }),
  }
  try {
    for (const [name, measure] of Object.entries(parts)) {
      if (part !== null && part !== name) continue
      const before = os.loadavg()[0] ?? 0
      const table = await measure()
      const text = `${table}\n\nLoad of the machine when it began: ${before.toFixed(1)} on ${os.availableParallelism()} cores.\n`
      print(`\n${text}`)
      print(`Written to ${await writeResult(env.outFolder, name, text)}`)
    }
  } finally {
    await session.end()
  }
}

/** What visitors read meanwhile: the wall and the page of a post. */
function visitsOf(url: string, paths: readonly string[]): Visit[] {
  const id = paths.map((one) => ONE_POST.exec(one)?.[1]).find((one) => one !== undefined)
  if (id === undefined) throw new Error('There is no post to be read.')
  return [
    { name: 'works', url: `${url}/api/portfolios` },
    { name: 'page of a post', url: `${url}/post/${id}` },
  ]
}

async function writeResult(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${name}.txt`)
  await writeFile(file, text)
  return file
}
