import type { SyntheticEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiError, asksToSignIn } from '../api/errors.ts'
import { showFieldErrors } from './problems.ts'
import { useSendOnce } from './use-send-once.ts'
import { useSavedForm, type SavedFormOptions } from './use-saved-form.ts'

interface FailedSending<F> {
  /** Whether a field shows the error already. */
  hasFieldErrors: boolean
  /** Whether the server has other content with this key. */
  isTaken: boolean
  /** What was sent. */
  fields: F
}

export interface DraftFormOptions<
  F extends FieldValues,
  Answer,
  D extends object = F,
> extends SavedFormOptions<F, D> {
  /**
   * What an idempotency key stands for: the same content until the server answers, or this draft, even when it
   * changes, until it has arrived.
   */
  once?: 'content' | 'draft'
  /** Whether it may be sent now. */
  isReady?: (fields: F, element: HTMLFormElement) => boolean
  send: (fields: F, key: string) => Promise<Answer>
  onSent?: (answer: Answer, fields: F) => unknown
  /** As in `useSendOnce`. */
  resume?: string
  /** The fields that can show an error; all of them when left out. */
  shown?: readonly (keyof F & string)[]
  /** The form's names for fields that the server calls otherwise. */
  renamed?: Readonly<Record<string, keyof F & string>>
  /** Not called for an ended session, or one that is not fresh, which lead to sign-in by themselves. */
  onFailed?: (error: Error, what: FailedSending<F>) => unknown
}

/** Whether the server has other content with this key. */
const isTakenKey = (error: unknown): boolean =>
  error instanceof ApiError && error.fields['clientId'] !== undefined

/**
 * A form that saves a draft until it has arrived, sends it once however often it is pressed, and shows the server's
 * field errors on their fields.
 */
export function useDraftForm<F extends FieldValues, Answer, D extends object = F>(
  options: DraftFormOptions<F, Answer, D>,
) {
  const { draft, once = 'content', shown = Object.keys(options.empty), renamed } = options
  const saved = useSavedForm<F, D>(options)
  const sending = useSendOnce({
    isOneOff: true,
    resume: options.resume,
    send: (typed: F, key) =>
      options.send(typed, once === 'draft' && draft !== null ? draft.key : key),
    onSent: (answer, typed) => {
      saved.end()
      return options.onSent?.(answer, typed)
    },
    onFailed: (error, fields) => {
      if (asksToSignIn(error)) return undefined
      const isTaken = isTakenKey(error)
      if (isTaken) draft?.renewKey()
      const hasFieldErrors = showFieldErrors(saved.form, error, shown, renamed)
      if (hasFieldErrors) saved.focusWrong()
      return options.onFailed?.(error, { hasFieldErrors, isTaken, fields })
    },
  })
  const { isSent, isSending } = sending
  const submitFrom = (from: HTMLFormElement) => {
    if (isSending || isSent) return
    saved.submitFrom(from, (typed, element) => {
      if (options.isReady?.(typed, element) !== false) sending.send(typed)
    })
  }
  return {
    ...saved,
    isSending,
    isSent,
    answer: sending.answer,
    /** The error of the last try; null while the next one runs, and for one that leads to sign-in. */
    error: asksToSignIn(sending.error) ? null : sending.error,
    submitFrom,
    submit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault()
      submitFrom(event.currentTarget)
    },
    /** Empties the form for the next entry. */
    again: () => {
      saved.restart()
      sending.reset()
    },
  }
}
