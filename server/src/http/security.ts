import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/** What browsers can do for a page and Plinth never asks for. Full screen, the clipboard and playing stay allowed. */
const UNUSED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

/** The content security policy of a file that somebody uploaded: nothing in it runs, and no page frames it. */
export const FILE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

/**
 * Sends Helmet's headers, and which features of browsers are off, with every answer. They are always the same, so Helmet is asked once and not for each request.
 * Pages replace its content security policy by their own.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { isSecure }: { isSecure: boolean },
): Promise<void> {
  const headers = {
    ...(await helmetHeaders(isSecure)),
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  }
  app.decorate('securityHeaders', headers)
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
      directives: {
        defaultSrc: ["'none'"],
        // Neither of the two follows the first.
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isSecure,
    // The same as `frameAncestors`, for browsers that do not know it.
    xFrameOptions: { action: 'deny' },
  })
  sample.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()))
  const answer = await sample.inject('/')
  await sample.close()
  return answer.json()
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Sent with every answer. */
    securityHeaders: Readonly<Record<string, string>>
  }
}
