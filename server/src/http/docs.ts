import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import {
  endpointSchema,
  ERROR_SCHEMA,
  finishDocument,
  routeSchema,
  TAGS,
  type Document,
} from './openapi.ts'
import type { CookieNames } from './viewer.ts'

const ABOUT = `Everything that Plinth's own screens call. Programs use an access token, which people make in their settings and
which is sent as \`Authorization: Bearer plinth_…\`. Public reads need none. Lists are paged by the \`Link\` header.`

/** Serves OpenAPI of the mounted contract at /api/docs, and as JSON at /api/docs/json. Call it before adding routes. */
export async function registerDocs(
  app: FastifyInstance,
  { publicUrl, cookies }: { publicUrl: string; cookies: CookieNames },
): Promise<void> {
  const endpoints: EndpointDefinition[] = []
  app.addSchema(ERROR_SCHEMA)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Plinth',
        version: '1',
        description: ABOUT,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: TAGS,
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookies.session,
            description: 'The session of a signed-in browser. Works on Plinth’s own pages only.',
          },
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token. Each call names the scope that the token must have.',
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, at) =>
        typeof json.$id === 'string' ? json.$id : `def-${at}`,
    },
    // Added here, because on the routes each would compile a serializer that nothing uses.
    transform: ({ schema, url, route }) => {
      if (schema.hide === true) return { schema, url }
      const endpoint = route.config?.endpoint
      if (endpoint === undefined)
        return { schema: routeSchema({ method: String(route.method), url }, schema), url }
      endpoints.push(endpoint)
      return { schema: endpointSchema(endpoint, schema), url }
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? finishDocument(document.openapiObject as Document, endpoints)
        : document.swaggerObject,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (header) => header,
  })
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
