import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { errorsOf } from '@plinth/contract/http/endpoint-errors.ts'
import { statusOf, type EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { ErrorBody, statusOfCode } from '@plinth/contract/http/errors.ts'
import type { FastifyInstance } from 'fastify'

/** Serves OpenAPI of the mounted contract at /api/docs, and as JSON at /api/docs/json. Call it before adding routes. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  app.addSchema({ $id: 'Error', ...ErrorBody })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Plinth', version: '1', license: { name: 'Apache-2.0' } },
    },
    // Added here, because on the routes each would compile a serializer that nothing uses.
    transform: ({ schema, url, route }) => {
      const endpoint = route.config?.endpoint
      if (endpoint === undefined) return { schema, url }
      const success = endpoint.response ?? { type: 'null', description: 'Done.' }
      const response = { ...documentedErrors(endpoint), [statusOf(endpoint)]: success }
      return { url, schema: { ...schema, response } }
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (header) => header,
  })
}

/** The error responses of an endpoint for the API documentation: the codes by status. */
function documentedErrors(
  endpoint: EndpointDefinition,
): Record<number, { description: string; $ref: string }> {
  const codes = Map.groupBy(new Set(errorsOf(endpoint)), (code) => statusOfCode[code])
  return Object.fromEntries(
    [...codes].map(([status, some]) => [
      status,
      { description: some.map((code) => `\`${code}\``).join(', '), $ref: 'Error#' },
    ]),
  )
}

export interface SecurityContact {
  /** `mailto:` or `https:`. */
  contact: string
  /** When the contact stops being valid. */
  expires: Date
}

/** Serves `security.txt` (RFC 9116), which says where to report a vulnerability. */
export function registerSecurityTxt(
  app: FastifyInstance,
  { publicUrl, security }: { publicUrl: string; security: SecurityContact | null },
): void {
  if (security === null) return
  const path = '/.well-known/security.txt'
  const text = [
    `Contact: ${security.contact}`,
    `Expires: ${security.expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${path}`,
    '',
  ].join('\n')
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(text),
  )
}
