import {
  Array as ListOf,
  Boolean as Flag,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { MAX_SEARCH_LENGTH } from './limits.ts'
import { Count, Id, Time, idParams, nullable, pagingQuery } from './scalars.ts'

export const DEFAULT_PROFILE_COLORS = {
  background: '#0F0F17',
  text: '#FFFFFF',
  accent: '#A855F7',
} as const

const Colour = Text({ pattern: '^#[0-9A-Fa-f]{6}$' })
export const ProfileColors = ObjectOf(
  { background: Colour, text: Colour, accent: Colour },
  { additionalProperties: false },
)
const Handle = Optional(Text({ maxLength: 200 }))
export const SocialLinks = ObjectOf(
  { instagram: Handle, twitter: Handle, linkedin: Handle, behance: Handle, dribbble: Handle },
  { additionalProperties: false },
)

/** What everybody may know of a person. */
const publicFields = {
  id: Id,
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
  socialLinks: SocialLinks,
}

/** The signed-in person's own record: the only shape, besides an admin's, that carries an e-mail. */
export const OwnUser = ObjectOf(
  { ...publicFields, email: nullable(Text()), subscriptionStatus: nullable(Text()) },
  { title: 'OwnUser', additionalProperties: false },
)
export type OwnUser = Static<typeof OwnUser>

/** Who made a work, as it stands beside the work. */
export const Creator = ObjectOf(
  {
    id: Id,
    firstName: Text(),
    lastName: Text(),
    profileImageUrl: nullable(Text()),
    location: nullable(Text()),
    isCreator: Flag(),
  },
  { additionalProperties: false },
)
export type Creator = Static<typeof Creator>

/** Somebody's page as anyone may see it. */
export const Profile = ObjectOf(
  {
    ...publicFields,
    /** Works that hang. */
    workCount: Count,
    /** Posts that everybody can see. */
    postCount: Count,
    /** Likes of all their works and posts; null for everybody but themself. */
    likesReceived: nullable(Count),
    followers: Count,
    following: Count,
    /** Whether the viewer follows them. */
    isFollowing: Flag(),
    /** Whether they follow the viewer. */
    followsViewer: Flag(),
  },
  { title: 'Profile', additionalProperties: false },
)
export type Profile = Static<typeof Profile>

/** A row in a list of followers or followed people. */
export const Person = ObjectOf(
  {
    id: Id,
    firstName: Text(),
    lastName: Text(),
    profileImageUrl: nullable(Text()),
    location: nullable(Text()),
    isCreator: Flag(),
    isFollowing: Flag(),
    followsViewer: Flag(),
  },
  { title: 'Person', additionalProperties: false },
)
export type Person = Static<typeof Person>

export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/api/users/profile/:id',
  access: 'public',
  summary: 'Somebody’s public profile.',
  params: ObjectOf(idParams),
  status: 200,
  response: Profile,
  errors: ['not_found'],
})

export const getUserStats = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/stats',
  access: 'public',
  summary: 'How many follow somebody and how many they follow.',
  params: ObjectOf(idParams),
  status: 200,
  response: ObjectOf({ followers: Count, following: Count }, { additionalProperties: false }),
  errors: ['not_found'],
})

export const followUser = defineEndpoint({
  method: 'POST',
  path: '/api/users/:id/follow',
  access: 'member',
  summary:
    'Follow or unfollow. Without a body it toggles; `following` states the wish and can be repeated.',
  params: ObjectOf(idParams),
  body: Optional(ObjectOf({ following: Optional(Flag()) }, { additionalProperties: false })),
  status: 200,
  response: ObjectOf({ isFollowing: Flag(), followers: Count }, { additionalProperties: false }),
  errors: ['not_found', 'input.invalid'],
})

const peopleQuery = ObjectOf(
  { search: Optional(Text({ maxLength: MAX_SEARCH_LENGTH })), ...pagingQuery },
  { additionalProperties: false },
)

export const listFollowers = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/followers',
  access: 'public',
  summary: 'Who follows somebody, the newest first.',
  params: ObjectOf(idParams),
  query: peopleQuery,
  status: 200,
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
  status: 200,
  response: ListOf(Person),
  errors: ['not_found'],
})

export const searchPeople = defineEndpoint({
  method: 'GET',
  path: '/api/users/search',
  access: 'member',
  summary: 'People by a part of their name: those the caller follows first.',
  query: ObjectOf(
    {
      search: Text({ minLength: 1, maxLength: MAX_SEARCH_LENGTH }),
      limit: Optional(Integer({ minimum: 1, maximum: 20, default: 8 })),
    },
    { additionalProperties: false },
  ),
  status: 200,
  response: ListOf(Person),
})
