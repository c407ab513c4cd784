import { Enum, Object as ObjectOf, Optional, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { OwnUser } from './users.ts'

export const getViewer = defineEndpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'member',
  summary: 'The signed-in person.',
  response: OwnUser,
})

export const checkFresh = defineEndpoint({
  method: 'GET',
  path: '/api/auth/fresh',
  access: 'member',
  fresh: true,
  summary:
    'Whether the sign-in is fresh. Pages ask it before they open a file that needs one: an archive of everything, or the audit log.',
})

export { CALLBACK_PATH, LOGIN_PATH, LOGOUT_PATH, loginUrl, signInAgainUrl } from '../http/urls.ts'

/** Where the identity provider says that a session has ended there. */
export const BACKCHANNEL_LOGOUT_PATH = '/api/backchannel-logout'

export const LoginQuery = ObjectOf({
  returnTo: Optional(Text({ maxLength: 2_048 })),
  /**
   * `create` opens the sign-up form, where the identity provider can do that. `again` asks for credentials even if the
   * person is signed in at the provider.
   */
  screen: Optional(Enum(['create', 'again'])),
})
export type LoginQuery = Static<typeof LoginQuery>

/** What the identity provider sends back; the gateway reads the rest. */
export const CallbackQuery = ObjectOf({ state: Optional(Text({ maxLength: 200 })) })
export type CallbackQuery = Static<typeof CallbackQuery>
