import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { listExplorePosts, type Post } from '@plinth/contract/posts/posts.ts'
import { get } from '../load/http.ts'
import { createMediaClient } from './client.ts'
import { measureFormats } from './formats.ts'
import { measureQuality } from './quality.ts'
import { measureThroughput } from './throughput.ts'
import type { Visit } from './visitors.ts'
import type { BenchInput } from '../env.ts'
import { openSession } from '../session.ts'

/** Measures formats, quality and throughput of uploads: all three, or the chosen part. */
export async function benchMedia({ env, part, count, until, print }: BenchInput): Promise<void> {
  const session = await openSession(env.databaseUrl)
  const { cookie } = session
  const client = createMediaClient(env, cookie)
  const visits = await visitsOf(env.url)
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
async function visitsOf(url: string): Promise<Visit[]> {
  const [post] = (await (await get(url, endpointUrl(listExplorePosts), null)).json()) as Post[]
  if (post === undefined) throw new Error('There is no post to be read.')
  return [
    { name: 'works', url: `${url}${endpointUrl(listPortfolios)}` },
    { name: 'page of a post', url: `${url}/post/${post.id}` },
  ]
}

async function writeResult(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, `${name}.txt`)
  await writeFile(file, text)
  return file
}
