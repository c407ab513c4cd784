import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { endpointUrl, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import type { Role } from '@plinth/contract/http/roles.ts'
import Fastify, {
  type FastifyInstance,
  type InjectOptions,
  type FastifySerializerCompiler,
} from 'fastify'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import { newId } from '../src/db/id.ts'
import { createDatabase, createPool } from '../src/db/pool.ts'
import { createProbe } from '../src/db/presence/probe.ts'
import { createReads } from '../src/db/reads.ts'
import { createReplicas, readsOver } from '../src/db/presence/replicas.ts'
import { createWrites } from '../src/db/writes.ts'
import type { Deps } from '../src/deps.ts'
import { readEnv } from '../src/env.ts'
import { createGateways, closeDeps } from '../src/gateways.ts'
import { openTempFolder } from '../src/gateways/files.ts'
import { hashToken } from '../src/http/viewer.ts'
import { createJobs } from '../src/jobs/queue.ts'
import { createLive } from '../src/live/hub.ts'
import { expectNoLeak, listenForSecrets } from './canary.ts'
import { cloneDatabase } from './database.ts'
import { duringTests } from './lifetime.ts'

/** A signed-in test person. */
export interface Person {
  id: string
  cookie: string
}

/** The same, with their handle. */
export interface NamedPerson extends Person {
  handle: string
}

export interface CallInput {
  as?: Person | undefined
  params?: object
  query?: object
  body?: unknown
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  // Tests read answers of every shape, and the server checks them against the contract.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

export interface TestApp {
  app: FastifyInstance
  deps: Deps
  dataDir: string
  call: (endpoint: EndpointDefinition, input?: CallInput) => Promise<Answer>
  request: (options: InjectOptions & { as?: Person }) => Promise<Answer>
  /** Creates a person with an active session. `isAdmin` makes an owner. */
  person: (
    firstName: string,
    traits?: {
      isCreator?: boolean
      isAdmin?: boolean
      role?: Role
      lastName?: string
      /** How old the account is; old enough for the limits of members by default. */
      days?: number
    },
  ) => Promise<NamedPerson>
  /** The product's own clock, which all its time limits use. */
  clock: { advance: (by: Advance) => void }
  /** Runs the handler of this job at once, without its queue. */
  runJob: (name: string, data?: object) => Promise<void>
  close: () => Promise<void>
}

type JobHandler = (data: object, meta: { attempt: number; isLastAttempt: boolean }) => Promise<void>

export interface Advance {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}
export const secondsOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Advance): number =>
  ((days * 24 + hours) * 60 + minutes) * 60 + seconds

const MEMBER_DAYS = 30

export const PUBLIC_URL = 'http://localhost:3000'

/** Dependencies to use instead of the usual ones, or a function that makes them from those. */
export type Replace = Partial<Deps> | ((usual: Deps) => Partial<Deps>)

/** Starts the whole app with its own database and real gateways, but without listening on a port. */
export async function startTestApp(
  settings: Record<string, string> = {},
  replace: Replace = {},
): Promise<TestApp> {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'plinth-test-'))
  const env = readEnv({
    DATABASE_URL: database.url,
    PLINTH_DATA: dataDir,
    WEB_DIST: path.join(dataDir, 'no-web'),
    PUBLIC_URL,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'plinth',
    OIDC_CLIENT_SECRET: 'secret',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    // Otherwise it would depend on how busy the machine is which answer an upload gets.
    UPLOAD_PATIENCE_MS: '300000',
    VIDEO: process.env.TEST_VIDEO ?? 'bundled',
    ...settings,
  })
  await openTempFolder(dataDir)
  const pool = createPool({ url: env.databaseUrl, size: 5, namedStatements: true })
  const db = createDatabase(pool)
  const queue = createJobs({ url: env.databaseUrl, run: env.runJobs, onError: () => undefined })
  const jobs = new Map<string, JobHandler>()
  let ahead = 0
  const reads = createReads({ url: env.databaseUrl, namedStatements: true })
  const replicas = createReplicas({
    urls: env.databaseReadUrls,
    size: 2,
    namedStatements: true,
    primary: { db, reads },
    maxLagSeconds: env.replicaLagSeconds,
  })
  replicas.watch(() => undefined)
  const usual: Deps = {
    env,
    db,
    reads: readsOver(reads, replicas),
    replicas,
    writes: createWrites(db, { namedStatements: true }),
    probe: createProbe(env.databaseUrl),
    jobs: {
      ...queue,
      work: (name, handler, options) => {
        jobs.set(name, handler as JobHandler)
        queue.work(name, handler, options)
      },
    },
    ...(await createGateways(env)),
    live: await createLive({ ...env, db, onError: () => undefined }),
    now: () => new Date(Date.now() + ahead),
    keepsAnswers: false,
    mayFetch: () => false,
  }
  const deps: Deps = { ...usual, ...(typeof replace === 'function' ? replace(usual) : replace) }
  const app = await buildApp(deps)
  listenForSecrets(app, deps)
  await shareSerializers(app)
  await app.ready()
  await deps.jobs.start()
  // On a busy machine the start makes the event loop lag, and the first calls would get a 503.
  await vi.waitUntil(() => !app.isLate(), { timeout: 30_000 })

  const request: TestApp['request'] = async ({ as, headers, ...options }) => {
    const response = await app.inject({
      ...options,
      headers: {
        ...(as ? { cookie: as.cookie } : {}),
        ...(options.method && options.method !== 'GET' ? { origin: PUBLIC_URL } : {}),
        ...headers,
      },
    })
    expectNoLeak()
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
    }
  }

  return {
    app,
    deps,
    dataDir,
    request,
    call: (endpoint, { as, params, query, body, headers = {} } = {}) =>
      request({
        method: endpoint.method,
        url: endpointUrl(endpoint, { params, query }),
        ...(as ? { as } : {}),
        ...(body === undefined ? {} : { payload: body as object }),
        headers,
      }),
    person: async (firstName, traits = {}) => {
      const id = newId()
      const { handle } = await deps.db
        .insertInto('users')
        .values({
          id,
          first_name: firstName,
          last_name: traits.lastName ?? 'Test',
          email: `${firstName}-${id}@example.com`,
          email_verified: true,
          creator_granted: traits.isCreator ?? false,
          created_at: sql<Date>`now() - ${traits.days ?? MEMBER_DAYS} * interval '1 day'`,
          staff_role: traits.role ?? (traits.isAdmin === true ? 'owner' : null),
        })
        .returning(sql<string>`handle`.as('handle'))
        .executeTakeFirstOrThrow()
      return { id, handle, cookie: await openSession(deps, id) }
    },
    clock: {
      advance: (by) => {
        ahead += secondsOf(by) * 1_000
      },
    },
    runJob: async (name, data = {}) => {
      const handler = jobs.get(name)
      if (handler === undefined) throw new Error(`There is no job ${name}.`)
      await handler(data, { attempt: 1, isLastAttempt: true })
    },
    close: async () => {
      await app.close()
      await closeDeps(deps)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      // Covers calls that did not use `request`: over a port, or on a stream.
      expectNoLeak()
    },
  }
}

/** Settings of an app, or a function that makes them once the hooks before it have run. */
export type Settings = Record<string, string> | (() => Record<string, string>)
export const settingsOf = (settings: Settings): Record<string, string> =>
  typeof settings === 'function' ? settings() : settings

/** The same during the tests of a file or a `describe`. */
export const testApp = (settings: Settings = {}, replace?: Replace): TestApp =>
  duringTests(() => startTestApp(settingsOf(settings), replace))

/** Opens a session as sign-in does and returns its cookie. */
export async function openSession(deps: Deps, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const inADay = new Date(Date.now() + 86_400_000)
  await deps.db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      id: newId(),
      user_id: userId,
      expires_at: inADay,
      absolute_expires_at: inADay,
      id_token: '',
      signed_in_at: deps.now(),
    })
    .execute()
  return `plinth=${token}`
}

type Compiler = FastifySerializerCompiler<object>
type Serializer = ReturnType<Compiler>

let native: Promise<Compiler> | null = null
const known = new WeakMap<object, Serializer>()

/** Fastify's own serializer compiler, taken from a small app. */
async function takeCompiler(): Promise<Compiler> {
  const app = Fastify()
  app.get('/', { schema: { response: { 200: { type: 'object' } } } }, () => ({}))
  await app.ready()
  const compiler = app.serializerCompiler
  await app.close()
  if (compiler === undefined) throw new Error('Fastify shows no serializer compiler.')
  return compiler
}

/**
 * Compiles the serializer of each schema once per process. They do not depend on the app, and compiling them took two
 * thirds of the time to start one. Call before `ready`.
 */
async function shareSerializers(app: FastifyInstance): Promise<void> {
  native ??= takeCompiler()
  const compile = await native
  app.setSerializerCompiler<object>((route) => {
    const serializer = known.get(route.schema) ?? compile(route)
    known.set(route.schema, serializer)
    return serializer
  })
}
