import { Object as ObjectOf, Optional, String as Text } from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { OwnUser } from './users.ts'

export const getViewer = defineEndpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'member',
  summary: 'The signed-in person.',
  status: 200,
  response: OwnUser,
})

/** Browser navigations, not data calls: each answers a redirect. */
export const LOGIN_PATH = '/api/login'
export const CALLBACK_PATH = '/api/callback'
export const LOGOUT_PATH = '/api/logout'
export const LoginQuery = ObjectOf({ returnTo: Optional(Text({ maxLength: 2_048 })) })

/** Where to send a person who has to sign in, and where they come back to. */
export const loginUrl = (returnTo: string = '/') =>
  returnTo === '/' ? LOGIN_PATH : `${LOGIN_PATH}?returnTo=${encodeURIComponent(returnTo)}`
