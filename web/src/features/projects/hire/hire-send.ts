import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { createProject } from '@plinth/contract/projects/project-calls.ts'
import { call, isUnauthorized } from '../../../lib/api/api.ts'
import { useLeaveTo } from '../../../lib/routing/use-leave-to.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { hireTexts as texts } from './hire-texts.ts'

/** Asks for the project and goes to pay its deposit. Success is said when one comes back from there. */
export const useSendHire = (onRefused: () => void) =>
  useLeaveTo({
    open: async (body: BodyOf<typeof createProject>, idempotencyKey) =>
      (await call(createProject, { body, idempotencyKey })).checkout.url,
    onFailed: (error) => {
      if (isUnauthorized(error)) return
      onRefused()
      toast({
        title: texts.errorTitle,
        description: refusedOr(error, texts.failed),
        variant: 'destructive',
      })
    },
  })
