import { isFilled } from '@plinth/contract/http/filled.ts'
import { MAX_LOCATION_LENGTH } from '@plinth/contract/limits.ts'
import {
  NETWORKS,
  NETWORK_KEYS,
  NO_WEBSITE,
  noLink,
  socialLinkOf,
  websiteOf,
  type NetworkKey,
} from '@plinth/contract/people/links.ts'
import {
  MAX_BIO_LENGTH,
  MAX_NAME_LENGTH,
  type ProfileChanges,
} from '@plinth/contract/people/profile.ts'
import { DEFAULT_PROFILE_COLORS, type OwnUser } from '@plinth/contract/people/users.ts'
import { texts } from './settings-texts.ts'

export type ColourKey = keyof OwnUser['profileColors']
export const COLOUR_KEYS = ['background', 'text', 'accent'] as const satisfies ColourKey[]

/** The values of the profile form: texts as they are typed. */
export type ProfileFields = Record<
  'firstName' | 'lastName' | 'bio' | 'location' | 'website' | 'timeZone' | ColourKey | NetworkKey,
  string
> & {
  /** The address of the portrait or of the upload that will replace it; empty for none. */
  portrait: string
}
export type FieldName = keyof ProfileFields
/** The handle is changed apart from the others. */
const FIELD_NAMES = Object.keys(texts.fields).filter((name) => name !== 'handle') as FieldName[]
export type Problems = Partial<Record<FieldName, string>>

/** A website without `https://` and a trailing slash. */
const shortWebsite = (website: string | null): string =>
  (website ?? '').replace(/^https:\/\//, '').replace(/^([^/]+)\/$/, '$1')

/** The name in a saved link; any other text stays as it is. */
const shortLink = (key: NetworkKey, link: string): string => {
  const { at } = NETWORKS[key]
  return link.startsWith(at) ? decodeURIComponent(link.slice(at.length)) : link
}

export const fieldsOf = (own: OwnUser): ProfileFields => ({
  firstName: own.firstName,
  lastName: own.lastName,
  bio: own.bio ?? '',
  location: own.location ?? '',
  website: shortWebsite(own.website),
  timeZone: own.timeZone ?? '',
  ...own.profileColors,
  instagram: shortLink('instagram', own.socialLinks.instagram ?? ''),
  twitter: shortLink('twitter', own.socialLinks.twitter ?? ''),
  linkedin: shortLink('linkedin', own.socialLinks.linkedin ?? ''),
  behance: shortLink('behance', own.socialLinks.behance ?? ''),
  dribbble: shortLink('dribbble', own.socialLinks.dribbble ?? ''),
  portrait: own.profileImageUrl ?? '',
})

const COLOUR = /^#[0-9A-Fa-f]{6}$/
export const isColour = (text: string): boolean => COLOUR.test(text)

export const changedFields = (fields: ProfileFields, saved: ProfileFields): FieldName[] =>
  FIELD_NAMES.filter((name) => fields[name] !== saved[name])

/** The changes to send: the changed fields, with colours and links as a whole. */
export function changesOf(fields: ProfileFields, changed: readonly FieldName[]): ProfileChanges {
  const has = (names: readonly FieldName[]) => names.some((name) => changed.includes(name))
  const changes: ProfileChanges = {}
  for (const name of ['firstName', 'lastName', 'bio', 'location', 'website'] as const)
    if (has([name])) changes[name] = fields[name]
  if (has(['timeZone'])) changes.timeZone = fields.timeZone || null
  if (has(['portrait'])) changes.profileImageUrl = fields.portrait || null
  if (has(COLOUR_KEYS)) {
    const { background, text, accent } = fields
    changes.profileColors = { background, text, accent }
  }
  if (has(NETWORK_KEYS))
    changes.socialLinks = Object.fromEntries(
      NETWORK_KEYS.filter((key) => fields[key].trim() !== '').map((key) => [key, fields[key]]),
    )
  return changes
}

const LIMITS = {
  firstName: MAX_NAME_LENGTH,
  lastName: MAX_NAME_LENGTH,
  bio: MAX_BIO_LENGTH,
  location: MAX_LOCATION_LENGTH,
} as const

/** The errors of the fields, each in a sentence. The server checks again. */
export function problemsIn(fields: ProfileFields): Problems {
  const problems: Problems = {}
  for (const [name, max] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][])
    if (fields[name].length > max) problems[name] = texts.wrong.tooLong(max)
  if (!isFilled(fields.firstName)) problems.firstName = texts.wrong.nameMissing
  if (fields.website.trim() !== '' && websiteOf(fields.website) === null)
    problems.website = NO_WEBSITE
  for (const key of COLOUR_KEYS) if (!isColour(fields[key])) problems[key] = texts.wrong.colour
  for (const key of NETWORK_KEYS)
    if (fields[key].trim() !== '' && socialLinkOf(key, fields[key]) === null)
      problems[key] = noLink(NETWORKS[key].name)
  return problems
}

/** The form's name for a field that the server names. */
export function fieldOf(name: string): FieldName | undefined {
  if (name === 'profileImageUrl') return 'portrait'
  const last = name.split('.').at(-1) ?? ''
  return FIELD_NAMES.find((one) => one === last)
}

/** Valid colours for the preview, with the default for one that is still being typed. */
export const shownColours = (fields: ProfileFields): OwnUser['profileColors'] => {
  const of = (key: ColourKey) => (isColour(fields[key]) ? fields[key] : DEFAULT_PROFILE_COLORS[key])
  return { background: of('background'), text: of('text'), accent: of('accent') }
}
