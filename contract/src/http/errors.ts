import {
  Object as ObjectOf,
  Optional,
  Record as RecordOf,
  String as Text,
  type Static,
} from 'typebox'

/** The closed list of codes. A new one only when a screen acts differently on it. */
export const statusOfCode = {
  'input.invalid': 400,
  'auth.required': 401,
  'auth.forbidden': 403,
  'auth.cross_site': 403,
  /** Signed in too long ago for a call that needs a fresh sign-in. */
  'auth.stale': 403,
  /** An access token that lacks the scope of the call, or any token where none is taken. */
  'token.forbidden': 403,
  'creator.required': 403,
  not_found: 404,
  'method.not_allowed': 405,
  conflict: 409,
  /** A guest's link that was turned off, or whose time is over. */
  'link.ended': 410,
  'media.too_large': 413,
  'media.unsupported': 415,
  /** Named as a picture, video or sound, but a document. Accepted when the call says that it is one. */
  'media.misnamed': 415,
  'media.unreadable': 422,
  'media.unreachable': 422,
  'rate.limited': 429,
  internal: 500,
  unavailable: 503,
  'storage.full': 507,
} as const

export type ErrorCode = keyof typeof statusOfCode

/** Every error answer. `message` is fit to show to a person; `fields` names what is wrong where. */
export const ErrorBody = ObjectOf(
  {
    message: Text(),
    code: Text(),
    fields: Optional(RecordOf(Text(), Text())),
    requestId: Text(),
  },
  { title: 'Error', additionalProperties: false },
)
export type ErrorBody = Static<typeof ErrorBody>
