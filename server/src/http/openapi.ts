import { errorsOf } from '@plinth/contract/http/endpoint-errors.ts'
import { LATER_STATUS, statusOf, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { ErrorBody, statusOfCode, type ErrorCode } from '@plinth/contract/http/errors.ts'
import { scopesOf } from '@plinth/contract/http/scopes.ts'
import {
  FRESH_MINUTES,
  MAX_ALT_LENGTH,
  MAX_POST_MEDIA,
  MAX_URL_LENGTH,
} from '@plinth/contract/limits.ts'
import { SEARCH_INSTEAD_HEADER } from '@plinth/contract/portfolios/corrections.ts'
import type { FastifySchema } from 'fastify'
import { IsOptional } from 'typebox'
import { FORM } from './validation.ts'

/** The parts of the API: what they are about, and the first words of their paths. */
const PARTS: Record<string, { description: string; words: readonly string[] }> = {
  Works: {
    description: 'What creators show and can be hired for.',
    words: ['portfolios', 'upload', 'categories', 'credits', 'wall', 'series'],
  },
  Posts: { description: 'Posts, comments, tags and feeds.', words: ['posts', 'comments', 'tags'] },
  People: { description: 'Profiles, handles, follows and blocks.', words: ['users', 'handles'] },
  Boards: {
    description: 'Named collections of works and posts, and briefs sent from them.',
    words: ['boards', 'briefs'],
  },
  Search: { description: 'Works, people and posts by words.', words: ['search'] },
  Messages: {
    description: 'Conversations and inquiries.',
    words: ['messages', 'conversations'],
  },
  Files: { description: 'Pictures, films and other files.', words: ['media', 'uploads'] },
  Projects: {
    description: 'Hiring, from the request to the review.',
    words: ['projects', 'proof-rooms', 'proof-works', 'proof-links'],
  },
  Money: {
    description: 'Subscription, payouts, statement and advertising. Closed to access tokens.',
    words: [
      'subscription',
      'become-creator',
      'get-or-create-subscription',
      'billing-portal',
      'payouts',
      'statement',
      'promotions',
      'advertising',
      'advertisement-inquiries',
    ],
  },
  Notifications: {
    description: 'Notifications and live events.',
    words: ['notifications', 'live'],
  },
  Account: {
    description: 'Signing in, settings and access tokens. Closed to access tokens.',
    words: ['account', 'auth', 'sessions', 'tokens', 'settings', 'welcome', 'invitations'],
  },
  Moderation: {
    description: 'Reports, appeals, copyright notices, terms and privacy.',
    words: ['reports', 'appeals', 'cases', 'held', 'takedowns', 'legal'],
  },
  Figures: {
    description: 'A member’s home, a creator’s dashboard and figures.',
    words: ['home', 'dashboard', 'analytics', 'debug'],
  },
  Admin: { description: 'For admins. Closed to access tokens.', words: ['admin'] },
}

export const TAGS = Object.entries(PARTS).map(([name, { description }]) => ({ name, description }))

/** The part that a path belongs to; none for a new first word, which a test finds. */
function tagsOf(path: string): string[] {
  const word = path.split('/')[2]?.split('.')[0] ?? ''
  const part = Object.entries(PARTS).find(([, { words }]) => words.includes(word))
  return part === undefined ? [] : [part[0]]
}

/** `GET /api/portfolios/:id` → `getPortfoliosById`. */
function operationIdOf(method: string, path: string): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w+)/g, 'by/$1')
    .split(/\W+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return method.toLowerCase() + words.join('')
}

const SESSION = { session: [] }
const NOBODY = {}

/** Who may call, as OpenAPI says it: one of these is enough. */
function securityOf(endpoint: EndpointDefinition): Record<string, string[]>[] {
  const tokens = scopesOf(endpoint).map((scope) => ({ token: [scope] }))
  return [...(endpoint.access === 'public' ? [NOBODY] : []), SESSION, ...tokens]
}

/** Codes by status, as descriptions of the error responses. */
function errorResponses(codes: readonly ErrorCode[]): Record<number, object> {
  const byStatus = Map.groupBy(new Set(codes), (code) => statusOfCode[code])
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      { description: some.map((code) => `\`${code}\``).join(', '), $ref: 'Error#' },
    ]),
  )
}

const FRESH = `Needs a fresh sign-in: one of the last ${FRESH_MINUTES} minutes. An older session gets \`auth.stale\`, and nothing happens.`

const BYTES = { type: 'string', format: 'binary' }

/** The numbered parts of a form: each a file or the URL of an earlier upload, with its alternative text. */
const FILE_PARTS = Object.fromEntries(
  Array.from({ length: MAX_POST_MEDIA }, (_, at) => [
    [`media_${at}`, { anyOf: [BYTES, { type: 'string', maxLength: MAX_URL_LENGTH }] }],
    [`alt_${at}`, { type: 'string', maxLength: MAX_ALT_LENGTH }],
  ]).flat(),
)

function bodyOf({ body, form, rawBody }: EndpointDefinition): object {
  if (rawBody === true)
    return { body: { content: { 'application/octet-stream': { schema: BYTES } } } }
  if (form === undefined) return body === undefined ? {} : { body }
  const content = {
    ...(body === undefined ? {} : { 'application/json': { schema: body } }),
    [FORM]: { schema: { ...form, properties: { ...form.properties, ...FILE_PARTS } } },
  }
  return { body: { content } }
}

const statusText = (endpoint: EndpointDefinition): string =>
  ({ 200: 'The answer.', 201: 'Made.', 202: 'Accepted; it is done later.', 204: 'Done.' })[
    statusOf(endpoint) as 200
  ]

const NOT_YET = 'Accepted, and not done yet: ask again.'

/** The documentation of a call of the contract. */
export function endpointSchema(endpoint: EndpointDefinition, schema: FastifySchema): FastifySchema {
  const { method, path, response, later } = endpoint
  const success =
    response === undefined
      ? { type: 'null', description: statusText(endpoint) }
      : { ...response, description: statusText(endpoint) }
  return {
    ...schema,
    ...(endpoint.fresh === true ? { description: FRESH } : {}),
    ...bodyOf(endpoint),
    operationId: operationIdOf(method, path),
    tags: tagsOf(path),
    security: securityOf(endpoint),
    response: {
      ...errorResponses(errorsOf(endpoint)),
      ...(later === undefined ? {} : { [LATER_STATUS]: { ...later, description: NOT_YET } }),
      [statusOf(endpoint)]: success,
    },
  }
}

/** The documentation of a file, a stream or a resumable upload: for people who are signed in. */
export function routeSchema(
  { method, url }: { method: string; url: string },
  schema: FastifySchema,
): FastifySchema {
  const { produces, ...rest } = schema
  const [type] = produces ?? []
  const success =
    type === undefined
      ? { [method === 'POST' ? 201 : 204]: { type: 'null', description: 'Done.' } }
      : { 200: { description: 'The file.', content: { [type]: { schema: BYTES } } } }
  return {
    ...rest,
    operationId: operationIdOf(method, url),
    tags: tagsOf(url),
    security: [SESSION],
    response: {
      ...errorResponses(['input.invalid', 'auth.required', 'auth.forbidden', 'rate.limited']),
      ...(rest.response ?? success),
    },
  }
}

interface Operation {
  operationId?: string
  parameters?: { name?: string }[]
  requestBody?: { required?: boolean }
  responses?: Record<string, { headers?: object }>
}

type Schemas = Record<string, unknown>

export interface Document {
  components?: { schemas?: Schemas }
  paths?: Record<string, object>
}

/**
 * Finishes the document: each entity stands once in `components` and is referred to from elsewhere, lists name their
 * headers, and bodies that may be left out say so.
 */
export function finishDocument<D extends Document>(
  document: D,
  endpoints: readonly EndpointDefinition[],
): D {
  const schemas: Schemas = { ...document.components?.schemas }
  const optional = new Set(
    endpoints
      .filter(({ body }) => body !== undefined && IsOptional(body))
      .map(({ method, path }) => operationIdOf(method, path)),
  )
  const paths = Object.entries(hoist(document.paths ?? {}, schemas) as Record<string, object>)
  for (const operation of paths.flatMap(([, item]) => Object.values(item) as Operation[])) {
    if (operation.requestBody && optional.has(operation.operationId ?? ''))
      operation.requestBody.required = false
    const { '200': success } = operation.responses ?? {}
    const isList = operation.parameters?.some(({ name }) => name === 'cursor') ?? false
    if (success && isList) success.headers = LIST_HEADERS
  }
  return {
    ...document,
    components: { ...document.components, schemas },
    paths: Object.fromEntries(paths),
  }
}

const text = (description: string) => ({ description, schema: { type: 'string' } })
const LIST_HEADERS = {
  Link: text('`<…>; rel="next"` with the address of the next page; missing on the last one.'),
  [SEARCH_INSTEAD_HEADER]: text('Of a search: the words that replaced words without results.'),
}

/** A copy in which every object with a title is a reference; the objects themselves go to `schemas`. */
function hoist(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((one) => hoist(one, schemas))
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, hoist(inner, schemas)]),
  )
  const { title, properties } = copy as { title?: unknown; properties?: unknown }
  if (typeof title !== 'string' || properties === undefined) return copy
  schemas[title] ??= copy
  return { $ref: `#/components/schemas/${title}` }
}

export const ERROR_SCHEMA = { $id: 'Error', ...ErrorBody }
