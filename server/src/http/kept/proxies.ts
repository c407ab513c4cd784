import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** Whether this address, so many hops away, is one of our proxies. */
export type TrustProxy = (address: string, hop: number) => boolean

/** The proxies in these networks, separated by commas; false for none. Fastify takes it as `trustProxy`. */
export const trustedProxies = (networks: string | null): TrustProxy | false =>
  networks !== null && proxyAddr.compile(networks.split(',').map((network) => network.trim()))

/**
 * The address that a request comes from: the nearest one that is none of our proxies. It is what Fastify calls
 * `request.ip`, for requests that Fastify has not seen. Empty if the client has already disconnected.
 */
export const clientAddress = (request: IncomingMessage, trust: TrustProxy | false): string =>
  (trust === false ? request.socket.remoteAddress : proxyAddr(request, trust)) ?? ''
