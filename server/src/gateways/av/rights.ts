import { readRights } from '../image/metadata/packet.ts'
import { cleanNames, cleanText, NO_RIGHTS, type Rights } from '../image/metadata/rights.ts'
import type { AvFacts } from './av.ts'

/** By the names under which FFmpeg reports them, some with a language behind. */
const NAMES = {
  creators: /^(artist|author|com\.apple\.quicktime\.(artist|author))(-[a-z]{3})?$/,
  copyright: /^(copyright|com\.apple\.quicktime\.copyright)(-[a-z]{3})?$/,
  credit: /^credits?$/,
  license: /^licen[cs]e$/,
  terms: /^(usage)?terms$/,
  xmp: /^xmp$/,
} as const
const ALL = Object.values(NAMES)

/** Whether a tag says whose the file is. An XMP packet says more than that. */
export const isOfRights = (name: string): boolean =>
  name !== 'xmp' && ALL.some((pattern) => pattern.test(name))

/** What a file's tags say about whose it is. */
export function rightsIn({ tags, tracks }: AvFacts): Rights {
  const entries = [tags, ...tracks.map((track) => track.tags)]
    .flatMap((one) => Object.entries(one))
    .map(([name, value]) => [name.toLowerCase(), value] as const)
  const valuesOf = (pattern: RegExp) =>
    entries.filter(([name]) => pattern.test(name)).map(([, value]) => value)
  const firstOf = (pattern: RegExp) => cleanText(valuesOf(pattern)[0] ?? '')
  const inXmp = { ...NO_RIGHTS }
  readRights(valuesOf(NAMES.xmp)[0] ?? '', (what, value) => {
    inXmp[what] = value
  })
  const names = valuesOf(NAMES.creators).flatMap((value) => value.split(';'))
  const license = firstOf(NAMES.license)
  const isAddress = /^https?:\/\//i.test(license ?? '')
  return {
    creators: cleanNames([...new Set([...inXmp.creators, ...cleanNames(names)])]),
    copyright: firstOf(NAMES.copyright) ?? inXmp.copyright,
    credit: inXmp.credit ?? firstOf(NAMES.credit),
    terms: inXmp.terms ?? firstOf(NAMES.terms) ?? (isAddress ? null : license),
    statement: inXmp.statement ?? (isAddress ? license : null),
  }
}

/** The same as tags that FFmpeg writes, and that programs show. */
export function tagsOf(rights: Rights | null): Record<string, string> {
  const { creators, copyright, credit, terms, statement } = rights ?? NO_RIGHTS
  const tags = {
    artist: creators.join('; ') || null,
    copyright,
    credit,
    license: statement ?? terms,
    terms: statement === null ? null : terms,
  }
  return Object.fromEntries(
    Object.entries(tags).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}
