import { Optional, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, exact, filledText, nullable } from '../http/scalars.ts'
import { words } from '../http/words.ts'
import { MAX_LOCATION_LENGTH, MAX_URL_LENGTH } from '../limits.ts'
import { timeZone } from './zones.ts'
import { Banner, OwnUser, ProfileColors, SocialLinks } from './users.ts'

export const MAX_NAME_LENGTH = 50
export const MAX_BIO_LENGTH = 500
/** The least width and height of a portrait, in pixels. */
export const MIN_PORTRAIT_SIDE = 400

/** Fields that are left out stay as they are; `socialLinks` and `profileColors` are replaced as a whole. */
export const ProfileChanges = exact(
  {
    firstName: Optional(
      filledText(MAX_NAME_LENGTH, words('first name', { missing: 'Enter your first name.' })),
    ),
    lastName: Optional(Text({ maxLength: MAX_NAME_LENGTH })),
    bio: Optional(nullable(Text({ maxLength: MAX_BIO_LENGTH }))),
    location: Optional(nullable(Text({ maxLength: MAX_LOCATION_LENGTH }))),
    /** `https` and `http` only; `https` is added where no scheme is given. */
    website: Optional(nullable(Text({ maxLength: MAX_URL_LENGTH }))),
    /** A finished upload here, a remote address that is fetched once, or null for none. */
    profileImageUrl: Optional(nullable(Text({ maxLength: MAX_URL_LENGTH }))),
    profileColors: Optional(ProfileColors),
    /** For each network, the name or the URL; saved as a URL. */
    socialLinks: Optional(SocialLinks),
    timeZone: Optional(nullable(timeZone())),
  },
  { minProperties: 1 },
)
export type ProfileChanges = Static<typeof ProfileChanges>

export const updateProfile = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/profile',
  access: 'member',
  summary: 'Change the caller’s profile.',
  body: ProfileChanges,
  response: OwnUser,
  errors: ['not_found', 'conflict', 'media.unreadable', 'media.unreachable', 'storage.full'],
})

export const setBanner = defineEndpoint({
  method: 'PUT',
  path: '/api/users/profile/banner',
  access: 'member',
  summary:
    'Show one of the caller’s own works across the top of their profile, or none with null. It has to be listed and not sensitive.',
  body: exact({ workId: nullable(Id) }),
  response: exact({ banner: nullable(Banner) }),
  errors: ['not_found', 'conflict'],
})
