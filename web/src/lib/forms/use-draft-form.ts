import type { SyntheticEvent } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ApiError, isUnauthorized } from '../api/errors.ts'
import { showFieldErrors } from './problems.ts'
import { useSendOnce } from './use-send-once.ts'
import { useSavedForm, type SavedFormOptions } from './use-saved-form.ts'

interface FailedSending<F> {
  /** A field shows what is wrong. */
  hasFieldErrors: boolean
  /** The server has something else under this key already. */
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
   * What is sent under one key: the same content until it is answered, or this draft, however it changes, until it
   * arrives.
   */
  once?: 'content' | 'draft'
  /** Whether it may go out now: false keeps it here. */
  isReady?: (fields: F, element: HTMLFormElement) => boolean
  send: (fields: F, key: string) => Promise<Answer>
  onSent?: (answer: Answer, fields: F) => unknown
  /** The labels that a server's remark on a field is put behind. */
  labels?: Readonly<Record<string, string>>
  /** Not told of an ended session, which leads to the sign-in by itself. */
  onFailed?: (error: Error, what: FailedSending<F>) => unknown
}

/** The server has something under this key already that says something else. */
const isTakenKey = (error: unknown): boolean =>
  error instanceof ApiError && error.fields['clientId'] !== undefined

/**
 * A form that keeps what was typed until it has arrived, sends it once however often it is pressed, and puts what the
 * server has against a field on that field.
 */
export function useDraftForm<F extends FieldValues, Answer, D extends object = F>(
  options: DraftFormOptions<F, Answer, D>,
) {
  const { draft, once = 'content', labels = {} } = options
  const kept = useSavedForm<F, D>(options)
  const sending = useSendOnce({
    isOneOff: true,
    send: (typed: F, key) =>
      options.send(typed, once === 'draft' && draft !== null ? draft.key : key),
    onSent: (answer, typed) => {
      kept.end()
      return options.onSent?.(answer, typed)
    },
    onFailed: (error, fields) => {
      if (isUnauthorized(error)) return undefined
      const isTaken = isTakenKey(error)
      if (isTaken) draft?.renewKey()
      const hasFieldErrors = showFieldErrors(kept.form, error, labels)
      if (hasFieldErrors) kept.focusWrong()
      return options.onFailed?.(error, { hasFieldErrors, isTaken, fields })
    },
  })
  const { isSent, isSending } = sending
  const submitFrom = (from: HTMLFormElement) => {
    if (isSending || isSent) return
    kept.submitFrom(from, (typed, element) => {
      if (options.isReady?.(typed, element) !== false) sending.send(typed)
    })
  }
  return {
    ...kept,
    isSending,
    isSent,
    answer: sending.answer,
    /** Of the last try; null while the next one runs, and for an ended session. */
    error: isUnauthorized(sending.error) ? null : sending.error,
    submitFrom,
    submit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault()
      submitFrom(event.currentTarget)
    },
    /** The same form for something else. */
    again: () => {
      kept.restart()
      sending.reset()
    },
  }
}
