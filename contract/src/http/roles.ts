/** The roles of staff. What each may do is in `rights.ts`, which pages for everybody do not load. */
export const ROLE_NAMES = ['support', 'moderator', 'finance', 'owner'] as const
export type Role = (typeof ROLE_NAMES)[number]

/** The role that `isAdmin: true` and invitations without a role give. */
export const USUAL_ROLE = 'moderator' satisfies Role
