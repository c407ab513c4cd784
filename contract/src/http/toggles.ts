import { Boolean as Flag, Object as ObjectOf, Optional } from 'typebox'
import { Count } from './scalars.ts'

/** What is wished of a like. A call without it turns the like over. */
export const LikeWish = Optional(
  ObjectOf({ liked: Optional(Flag()) }, { additionalProperties: false }),
)
export const LikeState = ObjectOf(
  { liked: Flag(), likeCount: Count },
  { additionalProperties: false },
)

/** What is wished of a save. A call without it turns the save over. */
export const SaveWish = Optional(
  ObjectOf({ saved: Optional(Flag()) }, { additionalProperties: false }),
)
export const SaveState = ObjectOf(
  { saved: Flag(), saveCount: Count },
  { additionalProperties: false },
)
