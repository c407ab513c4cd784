import { deviceName, type SignInSession } from '@plinth/contract/people/sessions.ts'
import type { FastifyRequest } from 'fastify'
import { shortAddress } from '../../http/address.ts'

const MAX_USER_AGENT_LENGTH = 300

/** Where a request came from, as far as we keep it. */
export interface RequestSource {
  userAgent: string
  /** Of the network only: `203.0.113.x` or `2001:db8:7::x`. */
  address: string
}

export const sourceOf = ({
  headers,
  ip,
}: Pick<FastifyRequest, 'headers' | 'ip'>): RequestSource => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
  address: shortAddress(ip),
})

/** The first match counts: each user agent also contains the names of those below it. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPX|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly [pattern: RegExp, name: string, device: SignInSession['device']][] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
]

/** The browser and system in plain words, enough for people to recognise their own devices. */
export function readUserAgent(
  userAgent: string,
): Pick<SignInSession, 'browser' | 'system' | 'device'> {
  const [, browser = null] = BROWSERS.find(([pattern]) => pattern.test(userAgent)) ?? []
  const [, system = null, device = 'computer'] =
    SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? []
  return { browser, system, device }
}

export const deviceOf = (userAgent: string): string => deviceName(readUserAgent(userAgent))
