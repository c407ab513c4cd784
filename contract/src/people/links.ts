import { MAX_URL_LENGTH } from '../limits.ts'

/** A network that a profile can link to: its addresses, and what names look like there. */
interface Network {
  name: string
  /** Without `www.`; `*.` stands for a country code. */
  hosts: readonly string[]
  /** What comes before the name in an address. */
  path: string
  handle: RegExp
  /** The beginning of every saved link to it. */
  at: string
}

export const NETWORKS = {
  instagram: {
    name: 'Instagram',
    hosts: ['instagram.com'],
    path: '/',
    handle: /^[\w.]{1,30}$/,
    at: 'https://www.instagram.com/',
  },
  twitter: {
    name: 'Twitter',
    hosts: ['x.com', 'twitter.com', 'mobile.twitter.com'],
    path: '/',
    handle: /^\w{1,30}$/,
    at: 'https://x.com/',
  },
  linkedin: {
    name: 'LinkedIn',
    hosts: ['linkedin.com', '*.linkedin.com'],
    path: '/in/',
    handle: /^[\p{L}\p{N}-]{1,100}$/u,
    at: 'https://www.linkedin.com/in/',
  },
  behance: {
    name: 'Behance',
    hosts: ['behance.net'],
    path: '/',
    handle: /^[\w-]{1,50}$/,
    at: 'https://www.behance.net/',
  },
  dribbble: {
    name: 'Dribbble',
    hosts: ['dribbble.com'],
    path: '/',
    handle: /^[\w-]{1,50}$/,
    at: 'https://dribbble.com/',
  },
} as const satisfies Record<string, Network>
export type NetworkKey = keyof typeof NETWORKS
export const NETWORK_KEYS = Object.keys(NETWORKS) as NetworkKey[]

const PLAIN = /^[\x21-\x7e]+$/

/** Reads an address as it was typed, with `https` where no scheme is given; null for anything but a web address. */
function webAddress(given: string): URL | null {
  const url = URL.parse(given) ?? URL.parse(`https://${given}`)
  // `example.com:8080` reads as a scheme of that name.
  const read = url?.host === '' ? URL.parse(`https://${given}`) : url
  const isWeb = read?.protocol === 'https:' || read?.protocol === 'http:'
  if (read === null || !isWeb || read.username !== '' || read.password !== '') return null
  return /^[\w-]+(\.[\w-]+)+$/.test(read.hostname) ? read : null
}

export const NO_WEBSITE = 'Enter a web address, such as https://example.com.'
export const noLink = (network: string): string => `Enter a name or an address on ${network}.`

/** The website of a profile as it is saved; null for anything but a web address. */
export function websiteOf(given: string): string | null {
  const text = given.trim()
  if (text.length > MAX_URL_LENGTH || /[\s\\]/.test(text)) return null
  const href = webAddress(text)?.href ?? null
  return href === null || href.length > MAX_URL_LENGTH ? null : href
}

/**
 * The link to a person on a network as it is saved, from their name there or their address; null for anything else.
 * Hosts are compared with a list, so that an address which only resembles one is refused.
 */
export function socialLinkOf(key: NetworkKey, given: string): string | null {
  const network: Network = NETWORKS[key]
  const text = given.trim()
  const name = text.replace(/^@/, '')
  if (isHandle(network, name)) return network.at + encodeURIComponent(name)
  const url = PLAIN.test(text) ? webAddress(text) : null
  if (url === null || url.port !== '' || !isHost(network, url.hostname)) return null
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.startsWith(network.path)) return null
  const handle = decoded(path.slice(network.path.length))
  return isHandle(network, handle) ? network.at + encodeURIComponent(handle) : null
}

const isHandle = ({ handle }: Network, name: string): boolean =>
  handle.test(name) && /[\p{L}\p{N}]/u.test(name)

function isHost({ hosts }: Network, hostname: string): boolean {
  const host = hostname.replace(/^www\./, '')
  return hosts.some((one) =>
    one.startsWith('*.')
      ? /^[a-z]{2,3}$/.test(host.slice(0, -(one.length - 1))) && host.endsWith(one.slice(1))
      : one === host,
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
