import { queryOptions } from '@tanstack/react-query'
import {
  deleteProjectFile,
  keepProjectFile,
  listProjectFiles,
} from '@plinth/contract/projects/project-calls.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { call } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'

const POLL_MS = 1_500

/** The files for the next delivery, read again until their previews are made. */
export const deliveryFilesQuery = (projectId: string) =>
  queryOptions({
    ...answerOf(listProjectFiles, { params: { id: projectId } }),
    refetchInterval: ({ state }) =>
      state.data?.some(
        ({ previewState, proofState }) => previewState === 'waiting' || proofState === 'waiting',
      ) === true
        ? POLL_MS
        : false,
    // They leave this list once they are delivered.
    gcTime: 0,
  })

export const keepFile = (
  projectId: string,
  fileId: string,
  signal: AbortSignal,
): Promise<DeliveryFile> => call(keepProjectFile, { params: { id: projectId, fileId }, signal })

export const removeFile = (projectId: string, fileId: string): Promise<null> =>
  call(deleteProjectFile, { params: { id: projectId, fileId } })
