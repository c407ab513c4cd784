import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { makeIdempotencyKey } from './idempotency.ts'

/**
 * Lets one sending through at a time and gives it its key. It knows at once, where the state of a mutation comes with
 * the next drawing only: a double press has one effect.
 */
export function makeSendGuard({ isOneOff = false } = {}) {
  let isTaken = false
  const key = makeIdempotencyKey()
  return {
    /** The key to send this under; null while what was begun before has not ended. */
    begin: (body: unknown): string | null => {
      if (isTaken) return null
      isTaken = true
      return key.keyFor(body)
    },
    /** It was answered, or failed. After the success of a one-off nothing more begins. */
    ended: (error?: unknown): void => {
      key.ended(error)
      isTaken = isOneOff && error === undefined
    },
    reopen: (): void => {
      isTaken = false
    },
  }
}

export const useSendGuard = (options: { isOneOff: boolean }) =>
  useState(() => makeSendGuard(options))[0]

interface SendOnceOptions<Body, Answer> {
  /** The same content goes out under the same key until it is answered. */
  send: (body: Body, idempotencyKey: string) => Promise<Answer>
  onSent?: (answer: Answer, body: Body) => unknown
  onFailed?: (error: Error, body: Body) => unknown
  /** Nothing more is sent after a success, until `reset`. */
  isOneOff?: boolean
}

/** Sends something once however often it is pressed, and under one key however often it has to be tried. */
export function useSendOnce<Body, Answer>(options: SendOnceOptions<Body, Answer>) {
  const { isOneOff = false } = options
  const guard = useSendGuard({ isOneOff })
  const sending = useMutation({
    mutationFn: ({ body, key }: { body: Body; key: string }) => options.send(body, key),
    onSuccess: (answer, { body }) => {
      guard.ended()
      return options.onSent?.(answer, body)
    },
    onError: (error, { body }) => {
      guard.ended(error)
      return options.onFailed?.(error, body)
    },
  })
  return {
    send: (body: Body) => {
      const key = guard.begin(body)
      if (key !== null) sending.mutate({ body, key })
    },
    /** What is or was sent last. */
    body: sending.variables?.body,
    isSending: sending.isPending,
    isSent: sending.isSuccess,
    answer: sending.data,
    error: sending.error,
    reset: () => {
      guard.reopen()
      sending.reset()
    },
  }
}
