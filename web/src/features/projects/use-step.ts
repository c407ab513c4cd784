import { useQueryClient } from '@tanstack/react-query'
import type { Checkout, Project } from '@plinth/contract/projects/projects.ts'
import { ApiError, asksToSignIn, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { useLeaveTo } from '../../lib/routing/use-leave-to.ts'
import { toast, type ToastInput } from '../../ui/feedback/toast.ts'
import { projectQuery, storeProject } from './project-api.ts'
import { texts } from './room/room-texts.ts'
import { showCallError } from '../session/unauthorized.ts'

export interface Outcome {
  projectId: string
  /** The toast to show once the server has confirmed. */
  message?: (after: Project) => ToastInput
  onDone?: (after: Project) => void
}

/** Stores the server's answer, and reads the room again if it had changed meanwhile. */
export function useOutcome({ projectId, message, onDone }: Outcome) {
  const client = useQueryClient()
  return {
    onSent: (after: Project) => {
      storeProject(client, after)
      if (message) toast(message(after))
      onDone?.(after)
    },
    // The other side, or a deadline, was quicker, so the room on screen is outdated.
    onFailed: (failure: Error) => {
      if (hasMoved(failure)) void readAgain(client, [projectQuery(projectId)])
    },
  }
}

export const stateOf = (isSending: boolean, error: Error | null) => ({
  isBusy: isSending,
  problem: problemOf(error, texts.stepFailed),
})

interface StepOptions<B> extends Outcome {
  send: (body: B, idempotencyKey: string) => Promise<Project>
  /** As in `useSendOnce`. */
  resume?: string
}

/** Sends a step of the viewer in a room. */
export function useStep<B>({ send, resume, ...options }: StepOptions<B>) {
  const sending = useSendOnce({ send, resume, ...useOutcome(options) })
  return { run: sending.send, ...stateOf(sending.isSending, sending.error) }
}

/** Opens the card provider's page for what is due, leaving the room. */
export function useCheckout(
  projectId: string,
  open: (idempotencyKey: string) => Promise<Checkout>,
) {
  const client = useQueryClient()
  const { go, isLeaving, error } = useLeaveTo<null>({
    open: async (_, idempotencyKey) => (await open(idempotencyKey)).url,
    onFailed: (failure) => {
      if (hasMoved(failure)) void readAgain(client, [projectQuery(projectId)])
      showCallError(failure, texts.checkoutFailed, texts.stepFailed)
    },
  })
  return {
    open: () => go(null),
    isBusy: isLeaving,
    problem: problemOf(error, texts.checkoutFailed),
  }
}

const hasMoved = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

const problemOf = (error: unknown, otherwise: string): string | null =>
  error === null || asksToSignIn(error) ? null : sentenceOf(error, otherwise)
