import { finishUpload, type Media } from '@plinth/contract/media/media.ts'
import { call } from '../api/api.ts'
import { attemptByTus } from './upload-attempt.ts'
import { claimOf, untilOnline, whileClaimed } from './upload-claim.ts'
import { markOf, uploadMemory } from './upload-memory.ts'
import { sendResumably, type SendOptions } from './upload-sender.ts'

export interface SendMediaOptions extends SendOptions {
  viewerId: string
}

/** Loaded with the first file that is sent, and not before. */
export const sendFile = (file: File, { viewerId, ...options }: SendMediaOptions): Promise<Media> =>
  whileClaimed(claimOf(viewerId, markOf(file)), (isMine) =>
    sendResumably(
      file,
      {
        attempt: attemptByTus(),
        finish: (id, signal) => call(finishUpload, { params: { id }, signal }),
        rest: untilOnline,
        memory: isMine ? uploadMemory(viewerId) : null,
      },
      options,
    ),
  )
