import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { attemptByTus } from '../../lib/upload-attempt.ts'
import { claimOf, untilOnline, whileClaimed } from '../../../lib/uploads/upload-claim.ts'
import { uploadMemory } from '../../../lib/uploads/upload-memory.ts'
import { sendResumably, type SendOptions } from '../../lib/upload-sender.ts'
import { keepFile } from './delivery-api.ts'

export interface SendDeliveryOptions extends SendOptions {
  viewerId: string
  projectId: string
  mark: string
}

/** Sends a file for a project's next delivery. Loaded with the first one that is sent, and not before. */
export const sendDelivery = (
  file: File,
  { viewerId, projectId, ...options }: SendDeliveryOptions,
): Promise<DeliveryFile> =>
  whileClaimed(claimOf(viewerId, options.mark), (isMine) =>
    sendResumably(
      file,
      {
        attempt: attemptByTus({ purpose: 'delivery', project: projectId }),
        finish: (id, signal) => keepFile(projectId, id, signal),
        rest: untilOnline,
        memory: isMine ? uploadMemory(viewerId) : null,
        refusesForGood: true,
      },
      options,
    ),
  )
