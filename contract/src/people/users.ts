import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { ORIGIN_SLUGS } from '../choices.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { ROLE_NAMES } from '../http/roles.ts'
import { MAX_SEARCH_LENGTH } from '../limits.ts'
import { words } from '../http/words.ts'
import { Handle } from './handles.ts'
import { Picture } from '../media/media.ts'
import { Rating } from '../projects/rating.ts'
import {
  Count,
  Dollars,
  Id,
  Time,
  idParams,
  nullable,
  exact,
  entity,
  paged,
} from '../http/scalars.ts'

export const DEFAULT_PROFILE_COLORS = {
  background: '#0F0F17',
  text: '#FFFFFF',
  accent: '#A855F7',
} as const

const colour = (name: string) =>
  Text(
    words(`${name} colour`, {
      maxLength: 7,
      pattern: '^#[0-9A-Fa-f]{6}$',
      wrong: `The ${name} colour must be written like #A855F7.`,
    }),
  )
export const ProfileColors = exact({
  background: colour('background'),
  text: colour('text'),
  accent: colour('accent'),
})
const account = (network: string) =>
  Optional(nullable(Text(words(`${network} link`, { maxLength: 200 }))))
export const SocialLinks = exact({
  instagram: account('Instagram'),
  twitter: account('Twitter'),
  linkedin: account('LinkedIn'),
  behance: account('Behance'),
  dribbble: account('Dribbble'),
})

/** A person's links as answers hold them: every network, null where there is no link. */
const ShownLinks = exact({
  instagram: nullable(Text()),
  twitter: nullable(Text()),
  linkedin: nullable(Text()),
  behance: nullable(Text()),
  dribbble: nullable(Text()),
})
export type ShownLinks = Static<typeof ShownLinks>
export const NO_LINKS: ShownLinks = {
  instagram: null,
  twitter: null,
  linkedin: null,
  behance: null,
  dribbble: null,
}

/** What everybody may know of a person. */
const publicFields = {
  id: Id,
  handle: nullable(Handle),
  firstName: Text(),
  lastName: Text(),
  bio: nullable(Text()),
  location: nullable(Text()),
  website: nullable(Text()),
  profileImageUrl: nullable(Text()),
  isCreator: Flag(),
  isAdmin: Flag(),
  createdAt: Time,
  profileColors: ProfileColors,
  socialLinks: ShownLinks,
}

/** The signed-in person's own record. Only this and what admins see contain the email address. */
export const OwnUser = entity('OwnUser', {
  ...publicFields,
  email: nullable(Text()),
  /** Null for everybody who is not staff. */
  role: nullable(Enum(ROLE_NAMES)),
  subscriptionStatus: nullable(Text()),
  /** When the handle can be changed again; null if it can be changed now. */
  handleChangesAt: nullable(Time),
  /** Sees sensitive pictures without asking for each. */
  showsSensitive: Flag(),
  /** What new works say about how they were made, until their creator says otherwise; null for nothing. */
  defaultOrigin: nullable(Enum(ORIGIN_SLUGS)),
  /** New works and all posts are kept out of AI training. */
  reservesTraining: Flag(),
  /** Author, copyright and credit stay in the files that they send. */
  keepsName: Flag(),
  /** Answered or skipped the welcome. */
  isWelcomed: Flag(),
  /** An IANA time zone; null until one is chosen. */
  timeZone: nullable(Text()),
})
export type OwnUser = Static<typeof OwnUser>

/** The creator of a work, as shown beside it. */
export const Creator = exact({
  id: Id,
  /** Null for a deleted account. */
  handle: nullable(Handle),
  firstName: Text(),
  lastName: Text(),
  profileImageUrl: nullable(Text()),
  location: nullable(Text()),
  isCreator: Flag(),
})
export type Creator = Static<typeof Creator>

/** The picture of one of somebody's own works, across the top of their profile. */
export const Banner = exact({ workId: Id, title: Text(), picture: Picture })
export type Banner = Static<typeof Banner>

/** Somebody's page as anyone may see it. */
export const Profile = entity('Profile', {
  ...publicFields,
  /** Null for none, and while the work is not listed or is sensitive. */
  banner: nullable(Banner),
  /** Listed works. */
  workCount: Count,
  /** Posts that everybody can see. */
  postCount: Count,
  /** Public boards. */
  boardCount: Count,
  /** Likes of all their works and posts; null for everybody else. */
  likesReceived: nullable(Count),
  followers: Count,
  following: Count,
  /** Null before the first published review. */
  rating: nullable(Rating),
  /** Projects that they were hired for and finished. */
  projectsCompleted: Count,
  /** The listed work with the lowest price at which it can be hired; null when there is none. */
  hireFrom: nullable(exact({ workId: Id, price: Dollars })),
  /** Whether the viewer follows them. */
  isFollowing: Flag(),
  /** Whether they follow the viewer. */
  followsViewer: Flag(),
  /** Whether the viewer blocks them. */
  isBlocked: Flag(),
})
export type Profile = Static<typeof Profile>

/** A row in a list of followers or followed people. */
export const Person = entity('Person', {
  ...Creator.properties,
  /** The most frequent category of a creator's newest works; null before the first. */
  craft: nullable(Text()),
  isFollowing: Flag(),
  followsViewer: Flag(),
})
export type Person = Static<typeof Person>

export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/api/users/profile/:id',
  access: 'public',
  cache: 'shared',
  summary: 'Somebody’s public profile.',
  params: ObjectOf(idParams),
  response: Profile,
  errors: ['not_found'],
})

export const getUserStats = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/stats',
  access: 'public',
  cache: 'shared',
  summary: 'How many follow somebody and how many they follow.',
  params: ObjectOf(idParams),
  response: exact({ followers: Count, following: Count }),
  errors: ['not_found'],
})

export const followUser = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/follow',
  access: 'member',
  summary:
    'Follow or unfollow. Without a body it toggles; with `following` it sets the state and can be repeated.',
  params: ObjectOf(idParams),
  body: Optional(exact({ following: Optional(Flag()) })),
  response: exact({ isFollowing: Flag(), followers: Count }),
  errors: ['not_found'],
})

const peopleQuery = paged({ search: Optional(Text({ maxLength: MAX_SEARCH_LENGTH })) })

export const listFollowers = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/followers',
  access: 'public',
  summary: 'Who follows somebody, the newest first.',
  params: ObjectOf(idParams),
  query: peopleQuery,
  response: ListOf(Person),
  errors: ['not_found'],
})

export const listFollowing = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/following',
  access: 'public',
  summary: 'Whom somebody follows, the newest first.',
  params: ObjectOf(idParams),
  query: peopleQuery,
  response: ListOf(Person),
  errors: ['not_found'],
})

export const searchPeople = defineEndpoint({
  method: 'GET',
  path: '/api/users/search',
  access: 'member',
  summary: 'People by a part of their name: those the caller follows first.',
  query: exact({
    search: Text({ minLength: 1, maxLength: MAX_SEARCH_LENGTH }),
    limit: Optional(Integer({ minimum: 1, maximum: 20, default: 8 })),
  }),
  response: ListOf(Person),
})
