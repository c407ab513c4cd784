import { isFilled } from '@plinth/contract/http/filled.ts'
import {
  NETWORKS,
  NETWORK_KEYS,
  NO_WEBSITE,
  noLink,
  socialLinkOf,
  websiteOf,
} from '@plinth/contract/people/links.ts'
import { isTimeZone } from '@plinth/contract/people/zones.ts'
import type { ProfileChanges } from '@plinth/contract/people/profile.ts'
import { invalidField } from '../../http/errors.ts'

/** Changes of texts, links and colours, cleaned. The portrait is handled apart. */
export type CleanChanges = Omit<ProfileChanges, 'profileImageUrl'>

export function cleanChanges(changes: ProfileChanges): CleanChanges {
  const { firstName, lastName, bio, location, website, profileColors, socialLinks, timeZone } =
    changes
  return {
    ...(firstName === undefined ? {} : { firstName: filledName(firstName) }),
    ...(lastName === undefined ? {} : { lastName: nameOf(lastName) }),
    ...(bio === undefined ? {} : { bio: filledOrNull(bio) }),
    ...(location === undefined ? {} : { location: filledOrNull(location) }),
    ...(website === undefined ? {} : { website: websiteOrNull(website) }),
    ...(profileColors === undefined ? {} : { profileColors }),
    ...(socialLinks === undefined ? {} : { socialLinks: linksOf(socialLinks) }),
    ...(timeZone === undefined ? {} : { timeZone: timeZone === null ? null : knownZone(timeZone) }),
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
  if (!isFilled(name)) throw invalidField('firstName', 'Enter your first name.')
  return name
}

/** Throws if there is no such time zone. */
function knownZone(zone: string): string {
  if (!isTimeZone(zone)) throw invalidField('timeZone', 'Choose a time zone from the list.')
  return zone
}

const filledOrNull = (given: string | null): string | null => given?.trim() || null

function websiteOrNull(given: string | null): string | null {
  if (filledOrNull(given) === null) return null
  const website = websiteOf(given ?? '')
  if (website === null) throw invalidField('website', NO_WEBSITE)
  return website
}

function linksOf(given: NonNullable<ProfileChanges['socialLinks']>) {
  const links: NonNullable<ProfileChanges['socialLinks']> = {}
  for (const key of NETWORK_KEYS) {
    const text = given[key]?.trim() ?? ''
    if (text === '') continue
    const link = socialLinkOf(key, text)
    if (link === null) throw invalidField(`socialLinks.${key}`, noLink(NETWORKS[key].name))
    links[key] = link
  }
  return links
}
