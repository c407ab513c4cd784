/** What an access token can be allowed to do, in the words of the settings and the API documentation. */
export const SCOPES = {
  'works:read': 'Read works, with what you liked and saved',
  'works:write': 'Add, change and delete your works, and like and save works',
  'posts:read': 'Read posts and comments, with your feed and what you liked and saved',
  'posts:write': 'Add, change and delete your posts and comments, and like, save and share posts',
  'messages:read': 'Read your messages',
  'messages:write': 'Write messages, mark them as read and archive conversations',
} as const

export type Scope = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[]

/** The scopes that open an endpoint to access tokens, any of which is enough. None: tokens cannot use it. */
export const scopesOf = ({
  scope,
}: {
  scope?: Scope | readonly Scope[] | undefined
}): readonly Scope[] => (scope === undefined ? [] : typeof scope === 'string' ? [scope] : scope)
