import { Enum, Object as ObjectOf, String as Text } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { words } from '../http/words.ts'
import { Id, Time, exact, nullable } from '../http/scalars.ts'

export const MIN_HANDLE_LENGTH = 3
export const MAX_HANDLE_LENGTH = 30
/** A handle can be changed once in this many days. */
export const HANDLE_DAYS = 30

/** `marit`, without the @: lower case, with at least one letter or digit. */
const HANDLE = '^(?!_+$)[a-z0-9_]{3,30}$'
export const Handle = Text({ pattern: HANDLE })
export const isHandle = (text: string): boolean => new RegExp(HANDLE).test(text)

/** The path of a person's page. */
export const handlePath = (handle: string): string => `/@${handle}`

/** What a person typed as a handle: without the @, and in lower case. */
export const cleanHandle = (typed: string): string => typed.trim().replace(/^@/, '').toLowerCase()

/** `similar`: it looks like somebody else's, or like something of Plinth's own. */
export const HANDLE_STATES = ['free', 'own', 'similar'] as const

const handleParams = ObjectOf({ handle: Text({ maxLength: 100 }) })

export const resolveHandle = defineEndpoint({
  method: 'GET',
  path: '/api/handles/:handle',
  access: 'public',
  cache: 'shared',
  summary: 'Whose handle it is. An earlier handle leads to its person, too.',
  params: handleParams,
  response: exact({ id: Id, handle: Handle }),
  errors: ['not_found'],
})

export const checkHandle = defineEndpoint({
  method: 'GET',
  path: '/api/handles/:handle/state',
  access: 'member',
  summary: 'Whether the caller could have this handle.',
  params: handleParams,
  response: exact({ state: Enum(HANDLE_STATES) }),
})

export const changeHandle = defineEndpoint({
  method: 'PUT',
  path: '/api/users/handle',
  access: 'member',
  summary:
    'Change the caller’s handle, once in 30 days. The earlier one still leads to the caller.',
  body: exact({
    handle: Text(
      words('handle', {
        maxLength: 30,
        pattern: HANDLE,
        wrong:
          'A handle has 3 to 30 characters: a to z, 0 to 9 and _, with a letter or digit among them.',
      }),
    ),
  }),
  response: exact({
    handle: Handle,
    /** When it can be changed again; null if it was the caller’s already. */
    handleChangesAt: nullable(Time),
  }),
  errors: ['conflict'],
})
