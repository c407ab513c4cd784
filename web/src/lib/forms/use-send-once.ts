import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { makeIdempotencyKey } from './idempotency.ts'
import { useResumed } from './resume.ts'

/**
 * Lets one send through at a time and gives it its idempotency key. Unlike the state of a mutation, it changes before
 * the next render, so a double press has one effect.
 */
export function makeSendGuard({ isOneOff = false } = {}) {
  let isTaken = false
  const key = makeIdempotencyKey()
  return {
    /** The key for this send; null while an earlier one is running. */
    begin: (body: unknown): string | null => {
      if (isTaken) return null
      isTaken = true
      return key.keyFor(body)
    },
    /** Call when the send has succeeded or failed. After a one-off has succeeded, `begin` always returns null. */
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
  /** The same content has the same key until the server has answered. */
  send: (body: Body, idempotencyKey: string) => Promise<Answer>
  onSent?: (answer: Answer, body: Body) => unknown
  onFailed?: (error: Error, body: Body) => unknown
  /** Nothing more is sent after a success, until `reset`. */
  isOneOff?: boolean
  /** Names the act if it may need a fresh sign-in. It goes on by itself once the person is back on this screen. */
  resume?: string | undefined
  /** What to do then instead of sending, for an act that has to be pressed again. */
  onResumed?: (body: Body) => void
}

/** Sends once however often it is pressed, and keeps one idempotency key for all retries. */
export function useSendOnce<Body, Answer>(options: SendOnceOptions<Body, Answer>) {
  const { isOneOff = false } = options
  const guard = useSendGuard({ isOneOff })
  const sending = useMutation({
    mutationFn: ({ body, key }: { body: Body; key: string }) => options.send(body, key),
    meta: { resume: options.resume },
    onSuccess: (answer, { body }) => {
      guard.ended()
      return options.onSent?.(answer, body)
    },
    onError: (error, { body }) => {
      guard.ended(error)
      return options.onFailed?.(error, body)
    },
  })
  const send = (body: Body) => {
    const key = guard.begin(body)
    if (key !== null) sending.mutate({ body, key })
  }
  useResumed(options.resume, options.onResumed ?? send)
  return {
    send,
    /** What is being sent, or was sent last. */
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
