import dns from 'node:dns/promises'
import { rm } from 'node:fs/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import { lacksSomething } from './process/machine.ts'
import { AppError } from '../http/errors.ts'
import { traced } from '../tracing/tracing.ts'
import { writeNewFile } from './files.ts'

const TIMEOUT_MS = 20_000
const CONNECT_TIMEOUT_MS = 5_000
const MAX_REDIRECTS = 3
const PORTS = new Set(['', '80', '443'])

export interface RemoteFileOptions {
  maxBytes: number
  /** Whether this address may be contacted. Called for every address of every redirect. */
  mayFetch: (address: string) => boolean
  /** Where to write the body. After a failure there is no such file. */
  toFile: string
  /** For the whole request, redirects included. */
  timeoutMs?: number
  lookup?: (hostname: string) => Promise<string[]>
}

/**
 * Fetches the file behind a link that a person entered, from the public internet only. We look up and check the
 * addresses of each redirect ourselves and connect to exactly those, so a second DNS answer cannot lead elsewhere.
 * Throws `media.unreachable` or `media.too_large`.
 */
export async function fetchRemoteFile(url: string, options: RemoteFileOptions): Promise<void> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  let target = parseUrl(url)
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const from = target
      const next = await traced('GET a remote file', {}, () => fetchOnce(from, options, signal))
      if (next === null) return
      target = parseUrl(next, target)
    }
    throw unreachable(`${target.hostname} redirects too often.`)
  } catch (error) {
    await rm(options.toFile, { force: true })
    // What this machine lacks is our problem, not the link's.
    if (error instanceof AppError || lacksSomething(error)) throw error
    const { hostname } = target
    throw unreachable(
      signal.aborted ? `${hostname} took too long.` : `We couldn’t reach ${hostname}.`,
    )
  }
}

/** Saves the body and returns null, or returns the address that a redirect leads to. */
async function fetchOnce(
  target: URL,
  options: RemoteFileOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const addresses = await findAddresses(target, options, signal)
  const agent = new Agent({
    connect: { lookup: fixedLookup(addresses), timeout: CONNECT_TIMEOUT_MS },
    maxHeaderSize: 16_384,
  })
  try {
    const { statusCode, headers, body } = await request(target, {
      dispatcher: agent,
      signal,
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Plinth' },
    })
    body.on('error', () => undefined)
    const { location } = headers
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') return location
    if (statusCode !== 200) throw unreachable(`${target.hostname} answered ${statusCode}.`)
    if (Number(headers['content-length'] ?? 0) > options.maxBytes) throw tooLarge(options.maxBytes)
    await writeNewFile(options.toFile, limitSize(body, options.maxBytes), { signal })
    return null
  } finally {
    await agent.destroy()
  }
}

async function* limitSize(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw unreachable('The link has to start with http:// or https://.')
  }
  if (url.username !== '' || url.password !== '') {
    throw unreachable('The link contains a user name or a password.')
  }
  return url
}

async function findAddresses(
  target: URL,
  { lookup = lookUp, mayFetch }: RemoteFileOptions,
  signal: AbortSignal,
): Promise<string[]> {
  // The URL parser has already normalised decimal, octal and short forms of IP addresses.
  const hostname = target.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses =
    isIP(hostname) === 0 ? await unlessAborted(lookup(hostname), signal) : [hostname]
  // A name with one private address among public ones is an attempt to reach our network.
  const allowed = addresses.length > 0 && addresses.every((address) => mayFetch(address))
  // Whoever has allowed non-public addresses may also use any port.
  const portAllowed =
    PORTS.has(target.port) || !addresses.some((address) => isPublicAddress(address))
  if (!allowed || !portAllowed) throw unreachable('We don’t download from this address.')
  return addresses
}

const lookUp = async (hostname: string): Promise<string[]> =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)

const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    }),
  ])

/** A DNS lookup that always returns these addresses. */
function fixedLookup(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    if (all === true) callback(null, answers)
    else callback(null, answers[0]?.address ?? '', answers[0]?.family)
  }
}

const unreachable = (what: string) =>
  new AppError('media.unreachable', `${what} Check the link, or upload the file itself.`)

const tooLarge = (maxBytes: number) =>
  new AppError(
    'media.too_large',
    `This file is larger than ${Math.floor(maxBytes / 1024 ** 2)} MB. Make it smaller and upload it again.`,
  )

/** NAT64 (RFC 6052): the last four bytes are the IPv4 address. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')
const SIX_TO_FOUR = ipaddr.parseCIDR('2002::/16')
/** Everything that the registries assign. It excludes all other embedded and local ranges. */
const GLOBAL = ipaddr.parseCIDR('2000::/3')

/** Whether an address is on the public internet, in whatever notation or embedding. */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also accepts 127.1 and 0x7f.1, which a resolved address never looks like.
  if (isIP(address) === 0) return false
  // Also unwraps IPv4-mapped addresses.
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return isPublicIpv4(parsed)
  // A zone refers to a network interface of this machine.
  if (parsed.zoneId) return false
  const bytes = parsed.toByteArray()
  if (parsed.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(bytes.slice(12)))
  if (parsed.match(SIX_TO_FOUR)) return isPublicIpv4(new ipaddr.IPv4(bytes.slice(2, 6)))
  return parsed.match(GLOBAL) && parsed.range() === 'unicast'
}

const isPublicIpv4 = (address: ipaddr.IPv4): boolean => address.range() === 'unicast'
