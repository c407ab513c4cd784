import { useQueryClient } from '@tanstack/react-query'
import type { Checkout, Project } from '@plinth/contract/projects/projects.ts'
import { ApiError, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/cache-writes.ts'
import { useSendOnce } from '../../lib/forms/send-once.ts'
import { useLeaveTo } from '../../lib/routing/leave-to.ts'
import { toast, type ToastInput } from '../../ui/feedback/toast.ts'
import { projectQuery, takeInProject } from './project-api.ts'
import { texts } from './room/room-texts.ts'

interface StepOptions<B> {
  projectId: string
  send: (body: B, idempotencyKey: string) => Promise<Project>
  /** What is said once the server has said so. */
  said?: (after: Project) => ToastInput
  onDone?: (after: Project) => void
}

/** A step of the viewer's in a room. The room is afterwards what the server answered. */
export function useStep<B>({ projectId, send, said, onDone }: StepOptions<B>) {
  const client = useQueryClient()
  const {
    send: run,
    isSending,
    error,
  } = useSendOnce({
    send,
    onSent: (after) => {
      takeInProject(client, after)
      if (said) toast(said(after))
      onDone?.(after)
    },
    // The other one, or the clock, was quicker: what is on show is old.
    onFailed: (failure) => {
      if (hasMoved(failure)) void readAgain(client, [projectQuery(projectId)])
    },
  })
  return {
    run,
    isBusy: isSending,
    trouble: troubleOf(error, texts.stepFailed),
    /** The server wants to see a fresh sign-in first. */
    isStale: error instanceof ApiError && error.code === 'auth.stale',
  }
}

/** Opens the card provider's page for what is due. The room is left for it. */
export function useCheckout(
  projectId: string,
  open: (idempotencyKey: string) => Promise<Checkout>,
) {
  const client = useQueryClient()
  const { go, isLeaving, error } = useLeaveTo<null>({
    open: async (_, idempotencyKey) => (await open(idempotencyKey)).url,
    onFailed: (failure) => {
      if (hasMoved(failure)) void readAgain(client, [projectQuery(projectId)])
      if (isUnauthorized(failure)) return
      toast({
        title: texts.checkoutFailed,
        description: sentenceOf(failure, texts.stepFailed),
        variant: 'destructive',
      })
    },
  })
  return {
    open: () => go(null),
    isBusy: isLeaving,
    trouble: troubleOf(error, texts.checkoutFailed),
  }
}

const hasMoved = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

const troubleOf = (error: unknown, otherwise: string): string | null =>
  error === null || isUnauthorized(error) ? null : sentenceOf(error, otherwise)
