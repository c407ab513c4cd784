import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Method } from '@plinth/contract/http/endpoint.ts'
import { expect } from 'vitest'
import type { Answer, Person, TestApp } from './app.ts'
import { digestOf } from './digest.ts'
import { makePost } from './content/posts.ts'
import { makeWork } from './content/works.ts'

/** The callers. The owner is the creator whose thing it is, creator2 is another one, and the admin is no creator. */
export const ACTORS = ['visitor', 'follower', 'owner', 'creator2', 'admin'] as const
export type Actor = (typeof ACTORS)[number]
type Member = Exclude<Actor, 'visitor'>

export interface Row {
  id: string
  method: Method
  path: string
  what: string
  /** Null if the cell has no meaning. */
  statuses: Record<Actor, number | null>
}

/** The rows of the authorization matrix in `fixtures/authorization-matrix.csv`. */
export function readMatrix(): Row[] {
  const file = path.join(import.meta.dirname, 'fixtures/authorization-matrix.csv')
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const [id = '', method = '', url = '', what = '', ...cells] = line.split(';')
    const statuses = ACTORS.map((actor, at) => [
      actor,
      cells[at] === '-' ? null : Number(cells[at]),
    ])
    return {
      id,
      method: method as Method,
      path: url,
      what,
      statuses: Object.fromEntries(statuses) as Row['statuses'],
    }
  })
}

interface World {
  people: Record<Member, Person>
  /** A fifth person, for calls about somebody who is none of the actors. */
  other: Person
  workId: string
  postId: string
}

export interface Cell<App extends TestApp = TestApp> {
  t: App
  actor: Actor
  as: Person | undefined
  world: World
}

interface Ask {
  /** Values for `{name}` in the path of the row. */
  params?: Record<string, string>
  payload?: unknown
  headers?: Record<string, string>
  /** The IP address of the caller; this machine by default. */
  remoteAddress?: string
}

export interface Case<App extends TestApp = TestApp> {
  /** A row can cover several variants; the cell applies to each of them. */
  variants?: readonly string[]
  /** Whether a variant makes sense for an actor. */
  isMeant?: (actor: Actor, variant: string) => boolean
  ask: (cell: Cell<App>, variant: string) => Ask | Promise<Ask>
  /** Checks what a successful call did or returned. */
  proof?: (cell: Cell<App>, answer: Answer, asked: Ask, variant: string) => unknown
  /** Set for a read that is logged. */
  isLogged?: boolean
  /** Whether a successful writing call changes something; true by default. */
  changes?: (cell: Cell<App>) => boolean
}

async function makeWorld(t: TestApp): Promise<World> {
  const owner = await t.person('Owner', { isCreator: true })
  const [follower, creator2, admin, other] = await Promise.all([
    t.person('Follower'),
    t.person('Second', { isCreator: true }),
    t.person('Admin', { isAdmin: true }),
    t.person('Other'),
  ])
  return {
    people: { follower, owner, creator2, admin },
    other,
    workId: await makeWork(t.deps, owner, { title: 'Moon Jar', priceCents: 45_000 }),
    postId: await makePost(t.deps, owner, { title: 'Glaze test' }),
  }
}

/** Makes the call as each actor, each with new people and content, and checks answers and effects against the row. */
export async function walkRow<App extends TestApp>(
  t: App,
  row: Row,
  {
    variants = [''],
    isMeant = () => true,
    ask,
    proof,
    isLogged = false,
    changes = () => true,
  }: Case<App>,
): Promise<void> {
  for (const actor of ACTORS) {
    const wanted = row.statuses[actor]
    if (wanted === null) continue
    for (const variant of variants.filter((one) => isMeant(actor, one))) {
      const world = await makeWorld(t)
      const as = actor === 'visitor' ? undefined : world.people[actor]
      const cell = { t, actor, as, world }
      const asked = await ask(cell, variant)
      // Reads are alike for all who may read, so the digest is compared for one of them only.
      const isCompared = row.method !== 'GET' || actor === 'admin'
      const before = isCompared ? await digestOf(t.deps.db) : ''
      const answer = await send(t, row, asked, as)
      const hint = `${row.id} ${row.method} ${row.path} as ${actor} ${variant}: ${JSON.stringify(answer.body)?.slice(0, 300)}`
      expect(answer.status, hint).toBe(wanted)
      const after = isCompared ? await digestOf(t.deps.db) : ''
      const isWrite = (row.method !== 'GET' || isLogged) && wanted < 300
      if (!isWrite || !changes(cell)) expect(after === before || wanted === 302, hint).toBe(true)
      else expect(after, hint).not.toBe(before)
      if (wanted < 300) await proof?.(cell, answer, asked, variant)
    }
  }
}

function send(
  t: TestApp,
  { method, path: url }: Row,
  { params = {}, payload, headers = {}, remoteAddress }: Ask,
  as: Person | undefined,
): Promise<Answer> {
  return t.request({
    method,
    url: url.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `{${name}}`),
    ...(as === undefined ? {} : { as }),
    ...(payload === undefined ? {} : { payload: payload as object }),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
    headers,
  })
}
