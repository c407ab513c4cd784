import { NETWORKS, NETWORK_KEYS, socialLinkOf, websiteOf } from '@plinth/contract/people/links.ts'
import type { ProfileChanges } from '@plinth/contract/people/users.ts'
import { AppError } from '../../http/errors.ts'

/** Changes of texts, links and colours, cleaned. The portrait is handled apart. */
export type CleanChanges = Omit<ProfileChanges, 'profileImageUrl'>

/** Returns the changes as they are stored; throws an `AppError` that names the field at fault. */
export function cleanChanges(changes: ProfileChanges): CleanChanges {
  const { firstName, lastName, bio, location, website, profileColors, socialLinks } = changes
  return {
    ...(firstName === undefined ? {} : { firstName: filledName(firstName) }),
    ...(lastName === undefined ? {} : { lastName: nameOf(lastName) }),
    ...(bio === undefined ? {} : { bio: filledOrNull(bio) }),
    ...(location === undefined ? {} : { location: filledOrNull(location) }),
    ...(website === undefined ? {} : { website: websiteOrNull(website) }),
    ...(profileColors === undefined ? {} : { profileColors }),
    ...(socialLinks === undefined ? {} : { socialLinks: linksOf(socialLinks) }),
  }
}

/** On one line, without invisible characters and those that reverse the text around them. */
const nameOf = (given: string): string =>
  given
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toWellFormed()

function filledName(given: string): string {
  const name = nameOf(given)
  if (name === '') throw invalid('firstName', 'must have a letter in it')
  return name
}

const filledOrNull = (given: string | null): string | null => given?.trim() || null

function websiteOrNull(given: string | null): string | null {
  if (filledOrNull(given) === null) return null
  const website = websiteOf(given ?? '')
  if (website === null) throw invalid('website', 'must be an address that begins with https://')
  return website
}

function linksOf(given: NonNullable<ProfileChanges['socialLinks']>) {
  const links: NonNullable<ProfileChanges['socialLinks']> = {}
  for (const key of NETWORK_KEYS) {
    const text = given[key]?.trim() ?? ''
    if (text === '') continue
    const link = socialLinkOf(key, text)
    if (link === null)
      throw invalid(`socialLinks.${key}`, `must be a name or an address on ${NETWORKS[key].name}`)
    links[key] = link
  }
  return links
}

/** Worded like the remarks of the contract's own validation. */
const invalid = (field: string, remark: string): AppError =>
  new AppError('input.invalid', `${field} ${remark}.`, { fields: { [field]: remark } })
