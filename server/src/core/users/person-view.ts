import { handlePath } from '@plinth/contract/people/handles.ts'
import type { Creator, Profile } from '@plinth/contract/people/users.ts'
import type { PageData } from '../../http/shell/page.ts'

/** A person's name on pages and in feeds; never empty. */
export const nameOf = ({ firstName, lastName }: Pick<Creator, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim() || 'Somebody on Plinth'

/** The address that search engines should know a person's page by: their handle, if they have one. */
export const personPath = ({
  id,
  handle,
  isCreator,
}: Pick<Creator, 'id' | 'handle' | 'isCreator'>): string =>
  handle === null ? `/${isCreator ? 'creator' : 'profile'}/${id}` : handlePath(handle)

interface PersonJsonLd {
  '@type': 'Person'
  name: string
  url: string
}

/** https://schema.org/Person, as the author of something. */
export const personJsonLd = (
  person: Pick<Creator, 'id' | 'handle' | 'firstName' | 'lastName' | 'isCreator'>,
  publicUrl: string,
): PersonJsonLd => ({
  '@type': 'Person',
  name: nameOf(person),
  url: new URL(personPath(person), publicUrl).href,
})

/** Under which terms pictures can be used. */
const LICENCE_PATH = '/ai#licence'

/** https://schema.org/ImageObject with the fields from which Google shows a picture's credit and licence. */
export function imageJsonLd(
  image: NonNullable<PageData['image']>,
  shown: {
    publicUrl: string
    /** The path of the page where its maker can be asked. */
    page: string
    creator: Creator
    isOwned: boolean
  },
): object {
  const { publicUrl, page, creator, isOwned } = shown
  const href = (path: string) => new URL(path, publicUrl).href
  const person = personJsonLd(creator, publicUrl)
  return {
    '@type': 'ImageObject',
    contentUrl: href(image.path),
    width: image.width,
    height: image.height,
    creator: person,
    creditText: `${person.name} on Plinth`,
    ...(isOwned ? { copyrightNotice: `© ${person.name}` } : {}),
    license: href(LICENCE_PATH),
    acquireLicensePage: href(page),
  }
}

/** https://schema.org/BreadcrumbList: the way to a page, the page itself at its end. */
export const breadcrumbs = (
  publicUrl: string,
  steps: readonly (readonly [name: string, path: string])[],
): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: new URL(path, publicUrl).href,
  })),
})

/** https://schema.org/InteractionCounter */
export const interaction = (kind: string, count: number): object => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${kind}`,
  userInteractionCount: count,
})

/** https://schema.org/ProfilePage, about a person as everybody may see them. */
export function profileJsonLd(
  person: Profile,
  publicUrl: string,
  image: PageData['image'],
): object {
  const elsewhere = [person.website, ...Object.values(person.socialLinks ?? {})].filter(
    (link): link is string => typeof link === 'string' && /^https?:\/\//.test(link),
  )
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: person.createdAt,
    mainEntity: {
      ...personJsonLd(person, publicUrl),
      identifier: person.id,
      ...(person.handle === null ? {} : { alternateName: `@${person.handle}` }),
      ...(person.bio ? { description: person.bio } : {}),
      ...(image ? { image: new URL(image.path, publicUrl).href } : {}),
      ...(elsewhere.length > 0 ? { sameAs: elsewhere } : {}),
      // What others do with them, and what they do.
      interactionStatistic: [interaction('FollowAction', person.followers)],
      agentInteractionStatistic: [
        interaction('FollowAction', person.following),
        interaction('WriteAction', person.workCount + person.postCount),
      ],
    },
  }
}
