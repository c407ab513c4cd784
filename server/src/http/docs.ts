import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ErrorBody } from '@plinth/contract/http/errors.ts'
import type { FastifyInstance } from 'fastify'
import { documentedErrors } from './declared-errors.ts'

/** OpenAPI from the mounted contract at /api/docs, as JSON at /api/docs/json. Register before the routes. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  app.addSchema({ $id: 'Error', ...ErrorBody })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Plinth', version: '1', license: { name: 'Apache-2.0' } },
    },
    // Added here and not to the routes, where each would cost a serializer that nothing uses.
    transform: ({ schema, url, route }) => {
      const endpoint = route.config?.endpoint
      if (endpoint === undefined) return { schema, url }
      const success = endpoint.response ?? { type: 'null', description: 'Done.' }
      const response = { ...documentedErrors(endpoint), [endpoint.status]: success }
      return { url, schema: { ...schema, response } }
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (header) => header,
  })
}
