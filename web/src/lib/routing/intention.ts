import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { newClientId } from '../forms/client-id.ts'

/**
 * The key under which one intention is sent, however often it has to be: after a lost answer the same words go out
 * under the same key. Other words, and words that were refused, are another intention.
 */
export function makeIntention() {
  let sent: string | undefined
  let key = ''
  return {
    keyFor: (body: unknown): string => {
      const words = JSON.stringify(body ?? null)
      if (words !== sent) {
        sent = words
        key = newClientId()
      }
      return key
    },
    /** What became of it. Only an answer ends it. */
    ended: (error?: unknown): void => {
      const isUnknown = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      if (!isUnknown) sent = undefined
    },
  }
}

export const useIntention = () => useState(makeIntention)[0]
