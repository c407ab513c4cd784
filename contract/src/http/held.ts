import { Boolean as Flag, String as Text, type Static } from 'typebox'
import { Id, entity } from './scalars.ts'

/** The answer in place of a message or comment that is kept until staff have looked at it. Nobody else sees it. */
export const Held = entity('Held', { heldId: Id, isHeld: Flag(), message: Text() })
export type Held = Static<typeof Held>

export const HELD_SENTENCE =
  'You sent nearly the same to many people. We look at this before it is sent.'
