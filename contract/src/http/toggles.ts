import { Boolean as Flag, Object as ObjectOf, Optional } from 'typebox'
import { defineEndpoint } from './endpoint.ts'
import { Count, exact, idParams } from './scalars.ts'
import type { Scope } from './scopes.ts'

/** Whether to like or unlike. A call without it toggles. */
export const LikeBody = Optional(exact({ liked: Optional(Flag()) }))
export const LikeState = exact({ liked: Flag(), likeCount: Count })

const scopeOf = (things: string): Scope => (things === 'posts' ? 'posts:write' : 'works:write')

export const likeCall = <const T extends string>(things: T) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/${things}/:id/like`,
    access: 'member',
    scope: scopeOf(things),
    summary:
      'Like or unlike. Without a body it toggles; with `liked` it sets the state and can be repeated.',
    params: ObjectOf(idParams),
    body: LikeBody,
    response: LikeState,
    errors: ['not_found'],
  })

export const saveCall = <const T extends string>(things: T) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/${things}/:id/save`,
    access: 'member',
    scope: scopeOf(things),
    summary:
      'Save or unsave. Without a body it toggles; with `saved` it sets the state and can be repeated.',
    params: ObjectOf(idParams),
    body: Optional(exact({ saved: Optional(Flag()) })),
    response: exact({ saved: Flag(), saveCount: Count }),
    errors: ['not_found'],
  })
