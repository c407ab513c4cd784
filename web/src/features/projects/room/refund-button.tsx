import { refundProject } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { texts as room } from './room-texts.ts'
import { useStep } from '../use-step.ts'

const texts = room.refundAgain

/** Lets an admin send a refund again that the bank returned. */
export function RefundButton({ project: { id, role, money } }: { project: Project }) {
  const step = useStep({
    projectId: id,
    resume: `refund.${id}`,
    send: (_: object, idempotencyKey) => call(refundProject, { params: { id }, idempotencyKey }),
    message: () => ({ title: texts.done, variant: 'success' }),
  })
  const isReturned = money.payments.some(({ refund }) => refund?.state === 'failed')
  if (role !== null || !isReturned) return null
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <Button busy={step.isBusy && texts.busy} onClick={() => step.run({})}>
        {texts.send}
      </Button>
      {step.problem === null ? null : <ErrorText text={step.problem} />}
    </div>
  )
}
