import { figuresOf, formatTable, millisecondsText } from '../figures.ts'
import { get } from '../load/http.ts'
import { HEADINGS, measure, ROUNDS, writePlans } from '../load/measure.ts'
import type { BenchInput } from '../env.ts'
import { openSession, type Session } from '../session.ts'
import { readSqlFile, signedIn, type PostsSql } from '../load/sql.ts'

/** Measures the lists of posts, beside a bare server with the same bytes and the SQL alone. */
export async function benchPosts({ env, seconds, scale, print }: BenchInput): Promise<void> {
  const { posts } = await readSqlFile(env.sqlFile)
  const sessions = {
    member: await openSession(env.databaseUrl, posts.viewers.member),
    eager: await openSession(env.databaseUrl, posts.viewers.eager),
  }
  try {
    print(await makeLists(env.url, env.databaseUrl, posts))
    const rows: string[][] = [HEADINGS]
    for (const read of posts.reads) {
      const viewer = read.viewer === null ? null : sessions[read.viewer]
      print(`Measuring ${read.name} …`)
      const scenario = { name: read.name, paths: [read.path], statements: [read] }
      rows.push([read.name, ...(await measure(env, scenario, viewer, seconds))])
    }
    print(
      `\nPosts, ${scale} of them, 32 connections, ${seconds} s each in ${ROUNDS} rounds, medians\n\n${formatTable(rows)}\n`,
    )
    print(`Plans: ${await writePlans(env, `posts-${scale}`, plansOf(posts, sessions))}`)
  } finally {
    await sessions.member.end()
    await sessions.eager.end()
  }
}

const plansOf = (posts: PostsSql, sessions: Record<'member' | 'eager', Session>) => [
  ...posts.reads.map(
    (read) =>
      [
        read.name,
        signedIn(read, read.viewer === null ? null : sessions[read.viewer].tokenHash),
      ] as const,
  ),
  ...posts.making.map((one) => [one.name, one] as const),
]

/** Times the first For You call of many people in turn: it finds candidates, ranks them and returns a page. */
async function makeLists(url: string, databaseUrl: string, { crowd }: PostsSql): Promise<string> {
  const times: number[] = []
  for (const person of crowd) {
    const session = await openSession(databaseUrl, person)
    try {
      const begin = performance.now()
      await (await get(url, '/api/posts?limit=20', session.cookie)).text()
      times.push(performance.now() - begin)
    } finally {
      await session.end()
    }
  }
  const { p50, p99 } = figuresOf(times, 1)
  return `For You made for the first time, ${times.length} people in turn: p50 ${millisecondsText(p50)} ms, p99 ${millisecondsText(p99)} ms`
}
