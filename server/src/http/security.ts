import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/**
 * Sends Helmet's headers with every answer. They are always the same, so Helmet is asked once and not for each request.
 * Pages replace its content security policy by their own.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { isSecure }: { isSecure: boolean },
): Promise<void> {
  const headers = await helmetHeaders(isSecure)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

async function helmetHeaders(isSecure: boolean): Promise<Record<string, string>> {
  const sample = Fastify()
  await sample.register(helmet, {
    // Nothing but our pages is a document.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isSecure,
  })
  sample.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()))
  const answer = await sample.inject('/')
  await sample.close()
  return answer.json()
}
