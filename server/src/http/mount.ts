import type { Readable } from 'node:stream'
import {
  LATER_STATUS,
  responsesOf,
  statusOf,
  type BodyOf,
  type EndpointDefinition,
  type LaterOf,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@plinth/contract/http/endpoint.ts'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify'
import { IsOptional, Object as ObjectOf, type Static, type TObject, type TSchema } from 'typebox'
import Format from 'typebox/format'
import { Check, Errors } from 'typebox/schema'
import {
  createAdmission,
  sessionEnded,
  type AdmissionOptions,
  type AdmittedCall,
} from './admission.ts'
import { shareAnswer, type CachingOptions } from './caching.ts'
import { bodiesOf } from './kept/encodings.ts'
import { AppError, declaredErrors, toAppError } from './errors.ts'
import { IdempotencyHeaders, REPLAYED_HEADER, type Once } from './idempotency.ts'
import { takeForms, withForm, type Form, takeRawBodies } from './bodies.ts'
import { readJson, type Json } from './json.ts'
import type { KeptAnswers } from './kept/answers.ts'
import { limitLargeBodies } from './limits/large-body-limit.ts'
import { bodyLimitOf, SLOW_BODY_BYTES } from './limits/size-limit.ts'
import { liftBodyTime } from './limits/time-limit.ts'
import { checkBody, FORM } from './validation.ts'
import { isVisitor, type Viewer, type Who } from './viewer.ts'

/** The viewer as a handler gets it: never null unless the endpoint is public. */
type ViewerOf<E extends EndpointDefinition> = E['access'] extends 'public' ? Viewer | null : Viewer

interface Call<E extends EndpointDefinition> {
  params: ParamsOf<E>
  query: QueryOf<E>
  /** The unread byte stream for raw uploads; null if a form was sent instead. */
  body: E extends { rawBody: true }
    ? Readable
    : E extends { form: TObject }
      ? BodyOf<E> | null
      : BodyOf<E>
  /** Null if the body was JSON. */
  form: E extends { form: infer F extends TObject } ? Form<Static<F>> | null : null
  viewer: ViewerOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

/** Like `Call`, but the SQL statement finds the session itself. */
interface HotCall<E extends EndpointDefinition> {
  params: ParamsOf<E>
  query: QueryOf<E>
  who: Who
  request: FastifyRequest
}

/** An answer whose JSON PostgreSQL has built. */
export interface HotResult {
  /** JSON that is sent unchanged; null answers 404. */
  json: Json | null
  /** The person whose session the hash belongs to; null if there is no such session. */
  viewerId: string | null
  nextCursor?: string | null
  /** Further response headers. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** The same as the row of a statement. */
export interface HotRow {
  json: string | null
  viewerId: string | null
}

/** One page of a list and the cursor of the next one. */
export class Page<T> {
  readonly items: T[]
  readonly nextCursor: string | null
  constructor(items: T[], nextCursor: string | null) {
    this.items = items
    this.nextCursor = nextCursor
  }
}

/** An answer whose JSON PostgreSQL has built, which is sent unchanged. */
export class BuiltJson {
  readonly json: Json
  constructor(json: Json) {
    this.json = json
  }
}

/** The answer of a call whose work goes on: a 202 with what the contract calls `later`. */
export class Later<T> {
  readonly value: T
  /** Where and when to ask again. */
  readonly headers: Readonly<Record<string, string>>
  constructor(value: T, headers: Readonly<Record<string, string>>) {
    this.value = value
    this.headers = headers
  }
}

type Result<E extends EndpointDefinition> =
  | ResponseOf<E>
  | (E extends { later: TSchema } ? Later<LaterOf<E>> : never)
  // Answers that are kept for a repeated call are values.
  | (E extends { idempotent: true } ? never : BuiltJson)
  | (ResponseOf<E> extends (infer Item)[] ? Page<Item> : never)

export interface Mount {
  /** The only way to serve an endpoint: finds the viewer, checks access, validates, and applies the response schema. */
  <const E extends EndpointDefinition>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<Result<E>>,
    route?: Partial<RouteOptions>,
  ): void
  /** For frequent reads of visitors and members, where one SQL statement finds the session and the page. */
  hot<const E extends EndpointDefinition>(
    endpoint: E,
    handler: (call: HotCall<E>) => Promise<HotResult>,
  ): void
  /**
   * Options of a route outside of the contract, such as a download: who may request it is decided before anything that
   * they sent is looked at. `viewerOf` returns the viewer.
   */
  guard: (call: Guarded) => Required<Pick<RouteOptions, 'config' | 'onRequest'>>
  /** Everything mounted so far, for the test that the whole contract is served. */
  readonly endpoints: readonly EndpointDefinition[]
}

/** Who may make a call outside of the contract. */
type Guarded = Omit<AdmittedCall, 'method' | 'scope'> & {
  access: Exclude<EndpointDefinition['access'], 'public'>
}

export interface MountOptions extends AdmissionOptions {
  /** Check JSON built in SQL, and error codes, against the contract. Off in production. */
  checkResponses: boolean
  /** Keeps the files of a form until its handler has answered. */
  dataDir: string
  /** Runs a call once per idempotency key. */
  once: Once
  /** Where answers to visitors are kept. */
  kept: Pick<KeptAnswers, 'keep'>
  /** The cache in front. */
  style: CachingOptions['style']
}

/** How long an answer to visitors is kept. */
const KEPT_MS = 1_000

const NOTHING = ObjectOf({}, { additionalProperties: false })

export function createMount(app: FastifyInstance, options: MountOptions): Mount {
  const endpoints: EndpointDefinition[] = []
  const { admit, admitBody, whoOf, isOver } = createAdmission(options)

  const keep = (reply: FastifyReply, payload: Json) => {
    const body = Buffer.isBuffer(payload) ? payload : Buffer.from(payload)
    options.kept.keep(reply, {
      bodies: bodiesOf(body),
      bytes: body.length,
      until: performance.now() + KEPT_MS,
    })
  }
  const share: NonNullable<RouteOptions['onSend']> = async (request, reply, payload) =>
    shareAnswer(request, reply, payload, { ...options, keep })

  const route = (
    endpoint: EndpointDefinition,
    handler: RouteOptions['handler'],
    extra: Partial<RouteOptions> = {},
  ) => {
    endpoints.push(endpoint)
    if (endpoint.fresh === true && (endpoint.access === 'public' || endpoint.scope !== undefined))
      throw new Error(
        `${endpoint.path} needs a fresh sign-in, which visitors and tokens never have`,
      )
    const optionalBody = endpoint.body !== undefined && IsOptional(endpoint.body)
    const { bodyLimit = bodyLimitOf(endpoint) } = extra
    const definition: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit,
      schema: {
        summary: endpoint.summary,
        params: endpoint.params ?? NOTHING,
        querystring: endpoint.query ?? NOTHING,
        ...bodySchema(endpoint),
        ...(endpoint.idempotent ? { headers: IdempotencyHeaders } : {}),
        ...(endpoint.response ? { response: responsesOf(endpoint) } : {}),
      },
      // Checked before the body is read, so that nobody without access can make us read 50 MB.
      onRequest: async (request) => {
        request.viewer = await admit(endpoint, request)
      },
      ...(bodyLimit > SLOW_BODY_BYTES ? { preParsing: [liftBodyTime, limitLargeBodies()] } : {}),
      preValidation: async (request) => {
        if (optionalBody) request.body ??= {}
        else if (
          endpoint.form &&
          !request.isMultipart() &&
          (!endpoint.body || request.body == null)
        ) {
          throw new AppError('input.invalid', 'This call takes a form.')
        } else if (!endpoint.body && !endpoint.rawBody && request.body != null) {
          throw new AppError('input.invalid', 'This call takes no body.')
        }
      },
      preHandler: async (request) => {
        if (request.viewer) admitBody(endpoint, request.viewer, Object(request.body))
      },
      handler,
      ...(endpoint.cache === 'shared' ? { onSend: share } : {}),
      errorHandler: declaredErrors(endpoint, options.checkResponses),
      ...extra,
      config: { ...extra.config, endpoint, finds: 'session or token' },
    }
    if (endpoint.rawBody !== true && endpoint.form === undefined) app.route(definition)
    else {
      void app.register(async (scope) => {
        if (endpoint.rawBody === true) takeRawBodies(scope)
        else await takeForms(scope)
        scope.route(definition)
      })
    }
  }

  const answerOnce = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    run: () => Promise<unknown>,
  ): Promise<unknown> => {
    const { answer, isReplayed } = await options.once(request, status, run)
    if (isReplayed) reply.header(REPLAYED_HEADER, 'true')
    return answer
  }

  const sendBuilt = (endpoint: EndpointDefinition, reply: FastifyReply, json: Json) => {
    if (options.checkResponses) checkResponse(endpoint, json)
    return reply.type('application/json; charset=utf-8').serializer(unchanged).send(json)
  }

  const mount = (<E extends EndpointDefinition>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<unknown>,
    extra?: Partial<RouteOptions>,
  ) => {
    const { form: schema } = endpoint
    const callOf = (request: FastifyRequest, reply: FastifyReply, form: object | null) =>
      ({
        params: request.params,
        query: request.query,
        body: endpoint.rawBody === true ? request.raw : form === null ? request.body : null,
        form,
        viewer: request.viewer,
        request,
        reply,
      }) as Call<E>
    route(
      endpoint,
      async (request, reply) => {
        const run = () =>
          schema !== undefined && request.isMultipart()
            ? withForm(request, { dataDir: options.dataDir, schema }, (form) => {
                checkBody(schema, form.fields)
                return handler(callOf(request, reply, form))
              })
            : handler(callOf(request, reply, null))
        const result = endpoint.idempotent
          ? await answerOnce(request, reply, statusOf(endpoint), run)
          : await run()
        reply.code(statusOf(endpoint)).header('cache-control', 'no-store')
        if (result instanceof Later)
          return reply.code(LATER_STATUS).headers(result.headers).send(result.value)
        if (endpoint.response === undefined) return reply.send()
        if (result instanceof BuiltJson) return sendBuilt(endpoint, reply, result.json)
        if (!(result instanceof Page)) return reply.send(result)
        linkNext(request, reply, result.nextCursor)
        return reply.send(result.items)
      },
      extra,
    )
  }) as Mount

  mount.hot = (endpoint, handler) => {
    const answerDeclared = declaredErrors(endpoint, options.checkResponses)
    // The statement finds whether there is a session, and nothing else about it.
    const isForMembers = endpoint.access === 'member'
    if ((!isForMembers && endpoint.access !== 'public') || endpoint.fresh === true)
      throw new Error(`${endpoint.path} is for some members: use mount() instead of mount.hot()`)
    route(
      endpoint,
      async (request, reply) => {
        const { who } = request
        const result = await handler({
          params: request.params,
          query: request.query,
          who,
          request,
        } as HotCall<typeof endpoint>)
        if (!isVisitor(who) && result.viewerId === null) throw sessionEnded(options.cookies)
        if (result.json === null) throw new AppError('not_found', 'There is nothing here.')
        linkNext(request, reply, result.nextCursor ?? null)
        reply
          .headers(result.headers ?? {})
          .code(statusOf(endpoint))
          .header('cache-control', 'no-store')
        return sendBuilt(endpoint, reply, result.json)
      },
      {
        onRequest: async (request) => {
          request.who = await whoOf(endpoint, request)
          if (isForMembers && isVisitor(request.who)) throw sessionEnded(options.cookies)
        },
        // The session counts first. Input that is refused never reaches the statement that finds it.
        errorHandler: (error, request, reply) => {
          const answer = (known: FastifyError | AppError) =>
            answerDeclared.call(app, known, request, reply)
          if (toAppError(error).code !== 'input.invalid') answer(error)
          else
            void isOver(request.who).then(
              (isEnded) => answer(isEnded ? sessionEnded(options.cookies) : error),
              answer,
            )
        },
      },
    )
  }
  mount.guard = (call) => ({
    config: { finds: 'session or token' },
    onRequest: async (request) => {
      request.viewer = await admit({ method: 'GET', ...call }, request)
    },
  })
  Object.defineProperty(mount, 'endpoints', { get: () => endpoints })
  return mount
}

/** Fastify sends buffers as they are, and strings as this returns them. */
const unchanged = (json: string) => json

/** For an endpoint that takes forms, Fastify validates JSON bodies only; forms are validated once they are read. */
function bodySchema({ body, form }: EndpointDefinition): { body?: unknown } {
  if (form === undefined) return body === undefined ? {} : { body }
  const content = {
    ...(body === undefined ? {} : { 'application/json': { schema: body } }),
    [FORM]: { schema: form },
  }
  return { body: { content } }
}

/** `Link: <same URL with the cursor>; rel="next"`. */
function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: string | null): void {
  if (cursor === null) return
  const [path = '', search = ''] = request.url.split('?')
  const query = new URLSearchParams(search)
  query.set('cursor', cursor)
  reply.header('link', `<${path}?${query.toString()}>; rel="next"`)
}

/** The one form of times in answers. TypeBox's own `date-time` takes any zone and any fraction. */
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
Format.Set('date-time', (text) => TIME.test(text))

function checkResponse(endpoint: EndpointDefinition, json: Json): void {
  if (endpoint.response === undefined) return
  const value = readJson(json)
  if (Check(endpoint.response, value)) return
  const [, errors] = Errors(endpoint.response, value)
  throw new Error(
    `${endpoint.method} ${endpoint.path} answers what its contract does not allow: ${JSON.stringify(errors.slice(0, 3))}`,
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
    /** Of hot reads, whose statement finds the session. */
    who: Who
  }
  interface FastifyContextConfig {
    /** Set on routes of the contract. */
    endpoint?: EndpointDefinition
  }
}
