import cors from '@fastify/cors'
import { SEARCH_INSTEAD_HEADER } from '@plinth/contract/portfolios/corrections.ts'
import type { FastifyInstance } from 'fastify'

/** For a day, the longest that a browser keeps the answer to its question. */
const PREFLIGHT_SECONDS = 86_400

/**
 * Lets pages of other sites read calls of the contract, without cookies: a browser never shows an answer to a request
 * with cookies under `*`, and the origin check refuses their writes. Pages and files are not read this way. Call it
 * before adding routes, and before whatever may refuse a request, so that the other page can read the reason.
 */
export async function registerCors(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    const isShared = route.config?.endpoint !== undefined || route.url === DOCUMENT
    // The star is the plugin's own route, which answers what browsers ask beforehand.
    if (!isShared && route.url !== '*') route.config = { ...route.config, cors: false }
  })
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-None-Match'],
    exposedHeaders: [
      'ETag',
      'Link',
      SEARCH_INSTEAD_HEADER,
      'Retry-After',
      'WWW-Authenticate',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
    ],
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  })
}

const DOCUMENT = '/api/docs/json'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Off on routes that pages of other sites do not read; see the plugin. */
    cors?: false
  }
}
