import {
  cleanHandle,
  HANDLE_DAYS,
  isHandle,
  MAX_HANDLE_LENGTH,
  MIN_HANDLE_LENGTH,
  type HANDLE_STATES,
} from '@plinth/contract/people/handles.ts'

export const handleTexts = {
  hint: `Your page is at this name. You can change it once in ${HANDLE_DAYS} days, and old links keep working.`,
  locked: (day: string) => `You can change it again on ${day}. Old links keep working.`,
  form: `Use ${MIN_HANDLE_LENGTH} to ${MAX_HANDLE_LENGTH} letters from a to z, digits or underscores.`,
  checking: 'Checking...',
  free: (handle: string) => `@${handle} is free.`,
  own: (handle: string) => `@${handle} is kept for you.`,
  unknown: () => 'We couldn’t check this handle. You can still try it.',
  similar: 'This handle looks like somebody else’s, or it’s reserved. Try another one.',
  change: 'Change handle',
  changing: 'Changing...',
  changed: (handle: string) => `You are @${handle} now`,
  changedLine: 'Links with your earlier handle still lead to you.',
  failed: 'We couldn’t change your handle. You still have the old one. Try again.',
} as const

/** Whether a handle can be taken, as the server says; `unknown` if the request failed. */
type HandleState = (typeof HANDLE_STATES)[number] | 'unknown'

export interface HandleNote {
  /** An error is shown at the field; anything else is a hint. */
  isWrong: boolean
  text: string
  /** Whether the handle can be sent. */
  canSend: boolean
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

interface HandleFacts {
  typed: string
  /** The handle that the person has. */
  own: string
  /** When it can be changed again; null if it can be now. */
  changesAt: string | null
  /** What the server says about the typed one; undefined until it answers. */
  state: HandleState | undefined
}

/** The handle to ask the server about; null while there is nothing to ask. */
export function askedHandle(typed: string, own: string): string | null {
  const handle = cleanHandle(typed)
  return handle !== own && isHandle(handle) ? handle : null
}

/** What to say under the field of the handle. */
export function handleNote({ typed, own, changesAt, state }: HandleFacts): HandleNote {
  const hint = (text: string): HandleNote => ({ isWrong: false, text, canSend: false })
  if (changesAt !== null) return hint(handleTexts.locked(day.format(new Date(changesAt))))
  const handle = cleanHandle(typed)
  if (handle === own) return hint(handleTexts.hint)
  if (!isHandle(handle)) return { isWrong: true, text: handleTexts.form, canSend: false }
  if (state === undefined) return hint(handleTexts.checking)
  if (state === 'similar') return { isWrong: true, text: handleTexts.similar, canSend: false }
  return { isWrong: false, text: handleTexts[state](handle), canSend: true }
}
