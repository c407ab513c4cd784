import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { Ajv, type Options } from 'ajv'
import addFormats from 'ajv-formats'
import { refusalsOf, type Place } from '@plinth/contract/http/refusals.ts'
import type { FastifyInstance, preHandlerHookHandler } from 'fastify'
import { AppError, unstorable } from './errors.ts'

// `removeAdditional` stays off, so that an unknown property is an error instead of being dropped.
const OPTIONS: Options = {
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
}

export const FORM = 'multipart/form-data'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function makeAjv(options: Options): Ajv {
  const ajv = new Ajv(options)
  addFormats.default(ajv)
  // The library's own format accepts `urn:uuid:`, which PostgreSQL rejects.
  ajv.addFormat('uuid', UUID)
  return ajv
}

// Shared by the process, because they cache compiled schemas and tests mount the contract hundreds of times.
const strict = makeAjv(OPTIONS)
const coercing = makeAjv({ ...OPTIONS, coerceTypes: true })

/** Coerces numbers and flags in URLs, which carry only text. A body must have the right types. */
export function registerValidation(app: FastifyInstance): void {
  // JSON only: another site's page can send plain text without a CORS preflight.
  app.removeContentTypeParser('text/plain')
  app.addHook('preHandler', refuseNulCharacters)
  app.setValidatorCompiler<object>(({ schema, httpPart, ...route }) => {
    // The handler reads and validates forms itself.
    if ('contentType' in route && route.contentType === FORM) return () => true
    const validate = (httpPart === 'body' ? strict : coercing).compile(schema)
    const place = PLACES[httpPart ?? 'body'] ?? 'body'
    return (value: unknown) =>
      validate(value) || {
        error: refused(schema, value, { remarks: validate.errors ?? [], place }),
      }
  })
}

/**
 * Refuses U+0000, which JSON and its schemas allow but PostgreSQL cannot store. What the schemas have let through is
 * small, while walking any JSON at all would take far longer than parsing it.
 */
const refuseNulCharacters: preHandlerHookHandler = (request, _reply, done) => {
  const { params, querystring, body } = request.routeOptions.schema ?? {}
  const place =
    (params === undefined ? null : placeOfNul(request.params)) ??
    (querystring === undefined ? null : placeOfNul(request.query)) ??
    (body === undefined ? null : placeOfNul(request.body))
  if (place === null) done()
  else done(unstorable(place.join('.')))
}

/** The names that lead to a text with U+0000; null if there is none. No schema allows a name with one. */
function placeOfNul(value: unknown): string[] | null {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || 'pipe' in value)
    return null
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && inner.includes('\0')) return [name]
    const place = placeOfNul(inner)
    if (place !== null) return [name, ...place]
  }
  return null
}

const compileSerializer = SerializerSelector()({}, {})

/**
 * Compiles what writes an endpoint's answers when the first of them is sent. Compiling all of them took a third of the
 * processor time of a start.
 */
export function registerSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler(({ httpStatus = '', ...route }) => {
    let serialize: ReturnType<typeof compileSerializer> | undefined
    return (data: unknown) => {
      serialize ??= compileSerializer({ ...route, httpStatus })
      return serialize(data)
    }
  })
}

const PLACES: Readonly<Record<string, Place>> = { querystring: 'query', params: 'params' }

/** Checks a body that Fastify does not validate itself. Throws an error that names the fields at fault. */
export function checkBody(schema: object, value: unknown): void {
  const validate = strict.compile(schema)
  if (!validate(value)) throw refused(schema, value, { remarks: validate.errors ?? [] })
}

/** The error for refused input: a sentence for each field, of which the first is the message. */
function refused(...input: Parameters<typeof refusalsOf>): AppError {
  const fields = refusalsOf(...input)
  return new AppError('input.invalid', Object.values(fields)[0] ?? 'Check what you entered.', {
    fields,
  })
}
