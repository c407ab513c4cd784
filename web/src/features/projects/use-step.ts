import { useQueryClient } from '@tanstack/react-query'
import { useFormState, type FieldValues, type Path, type PathValue } from 'react-hook-form'
import type { Checkout, Project } from '@plinth/contract/projects/projects.ts'
import { ApiError, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import type { Problems } from '../../lib/forms/problems.ts'
import { useDraft, type DraftOptions } from '../../lib/forms/draft.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { useDraftForm } from '../../lib/forms/use-draft-form.ts'
import { useLeaveTo } from '../../lib/routing/use-leave-to.ts'
import { toast, type ToastInput } from '../../ui/feedback/toast.ts'
import { projectQuery, storeProject } from './project-api.ts'
import { texts } from './room/room-texts.ts'

interface Outcome {
  projectId: string
  /** The toast to show once the server has confirmed. */
  message?: (after: Project) => ToastInput
  onDone?: (after: Project) => void
}

/** Stores the server's answer, and reads the room again if it had changed meanwhile. */
function useOutcome({ projectId, message, onDone }: Outcome) {
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

const stateOf = (isSending: boolean, error: Error | null) => ({
  isBusy: isSending,
  problem: problemOf(error, texts.stepFailed),
  /** The server requires a recent sign-in. */
  isStale: error instanceof ApiError && error.code === 'auth.stale',
})

interface StepOptions<B> extends Outcome {
  send: (body: B, idempotencyKey: string) => Promise<Project>
}

/** Sends a step of the viewer in a room. */
export function useStep<B>({ send, ...options }: StepOptions<B>) {
  const sending = useSendOnce({ send, ...useOutcome(options) })
  return { run: sending.send, ...stateOf(sending.isSending, sending.error) }
}

interface StepFormOptions<F extends FieldValues, D extends object> extends Outcome {
  viewerId: string
  /** The empty fields of the form. */
  empty: F
  /** The fields that are saved as a draft until the step is made; the others start anew with every visit. */
  draft: DraftOptions<D>
  check: (fields: F) => Problems
  send: (fields: F, idempotencyKey: string) => Promise<Project>
}

/** Sends a step that has a form. */
export function useStepForm<F extends FieldValues, D extends object = F>(
  options: StepFormOptions<F, D>,
) {
  const { viewerId, empty, check, send } = options
  const draft = useDraft<D>({ ...options.draft, owner: viewerId })
  const form = useDraftForm<F, Project, D>({ empty, draft, check, send, ...useOutcome(options) })
  const { isSubmitted } = useFormState({ control: form.control })
  return {
    fields: form.fields,
    problems: form.errors,
    set: (name: Path<F>, value: PathValue<F, Path<F>>) =>
      form.form.setValue(name, value, { shouldValidate: isSubmitted }),
    submitFrom: form.submitFrom,
    ...stateOf(form.isSending, form.error),
  }
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
    problem: problemOf(error, texts.checkoutFailed),
  }
}

const hasMoved = (error: unknown) => error instanceof ApiError && error.code === 'conflict'

const problemOf = (error: unknown, otherwise: string): string | null =>
  error === null || isUnauthorized(error) ? null : sentenceOf(error, otherwise)
