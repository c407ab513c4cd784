import { Ajv, type Options } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifyInstance } from 'fastify'

// `removeAdditional` stays off: an unknown property is an error that somebody should see.
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
  // The library's own lets `urn:uuid:` pass, which PostgreSQL does not read.
  ajv.addFormat('uuid', UUID)
  return ajv
}

// Of the process and not of the app: each keeps what it has compiled, and tests mount the contract hundreds of times.
const strict = makeAjv(OPTIONS)
const coercing = makeAjv({ ...OPTIONS, coerceTypes: true })

/** URLs carry text only, so their numbers and flags are coerced; a body must have the right types. */
export function registerValidation(app: FastifyInstance): void {
  // JSON only: a form or plain text could be sent by another site's page without asking.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler<object>(({ schema, httpPart, ...route }) => {
    // A form is read by its handler and held against its schema then.
    if ('contentType' in route && route.contentType === FORM) return () => true
    return (httpPart === 'body' ? strict : coercing).compile(schema)
  })
}
