import { Boolean as Flag, Object as ObjectOf, Optional, String as Text, type Static } from 'typebox'
import { Id, Time, nullable } from './scalars.ts'

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

/** The signed-in person's own record: the only shape, besides an admin's, that carries an e-mail. */
export const OwnUser = ObjectOf(
  {
    id: Id,
    firstName: Text(),
    lastName: Text(),
    email: nullable(Text()),
    bio: nullable(Text()),
    location: nullable(Text()),
    website: nullable(Text()),
    profileImageUrl: nullable(Text()),
    isCreator: Flag(),
    isAdmin: Flag(),
    subscriptionStatus: nullable(Text()),
    createdAt: Time,
    profileColors: ProfileColors,
    socialLinks: SocialLinks,
  },
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
