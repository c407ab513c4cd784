import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_DELIVERY_FILES } from '@plinth/contract/limits.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { patchAnswer, stopReading } from '../../../lib/cache/writes.ts'
import { importSending } from '../../../lib/uploads/media-api.ts'
import { REMOVED, useUploads } from '../../../lib/uploads/use-uploads.ts'
import { showError, showFailure } from '../../../ui/feedback/toast.ts'
import { deliveryFilesQuery, keepFile, removeFile } from './delivery-api.ts'
import { fingerprintFor, placeOf, refusalOf } from './upload-rules.ts'
import { texts } from './delivery-texts.ts'

interface DeliveryUploadsOptions {
  projectId: string
  viewerId: string
  /** The number of uploaded files that wait to be delivered. */
  uploaded: number
}

/** The uploads for the next delivery. Finished ones move to the server's list. */
export function useDeliveryUploads({ projectId, viewerId, uploaded }: DeliveryUploadsOptions) {
  const client = useQueryClient()
  const query = deliveryFilesQuery(projectId)
  const [fingerprints, setFingerprints] = useState<readonly string[]>([])
  const [order, setOrder] = useState<readonly string[]>([])

  const list = async (key: string, file: DeliveryFile) => {
    // An older answer would remove the file from the list again.
    await stopReading(client, query)
    patchAnswer(client, query, (all = []) => [...all.filter(({ id }) => id !== file.id), file])
    setOrder((known) => known.map((one) => (one === key ? file.id : one)))
  }
  const fingerprintOf = (file: File) => fingerprintFor(projectId, file)
  const uploads = useUploads({
    viewerId,
    place: placeOf(projectId),
    most: MAX_DELIVERY_FILES - uploaded,
    refusalOf,
    onTooMany: () => showError(texts.tooManyTitle, texts.tooMany),
    fingerprintOf,
    send: async (file, { key, signal, onEvent }) => {
      const { sendFile } = await importSending()
      signal.throwIfAborted()
      const made = await sendFile(file, {
        viewerId,
        place: placeOf(projectId),
        fingerprint: fingerprintOf(file),
        metadata: { purpose: 'delivery', project: projectId },
        refusesForGood: true,
        finish: (id) => keepFile(projectId, id, signal),
        signal,
        onEvent,
      })
      if (signal.reason === REMOVED) await removeFile(projectId, made.id)
      else await list(key, made)
      return null
    },
  })
  const removeUploaded = async (file: DeliveryFile): Promise<void> => {
    const { id, fileName } = file
    try {
      await removeFile(projectId, id)
      patchAnswer(client, query, (all) => all?.filter((one) => one.id !== id))
    } catch {
      showFailure(texts.removeFailed(fileName), () => void removeUploaded(file))
    }
  }
  return {
    ...uploads,
    /** The order of what was chosen in this visit: keys of uploads and ids of uploaded files. */
    order,
    /** The fingerprints of all files chosen in this visit, uploaded or not. */
    fingerprints,
    choose: (chosen: Iterable<File>) => {
      const taken = uploads.choose(chosen)
      setFingerprints((known) => [
        ...known,
        ...taken.flatMap(({ file }) => (file === null ? [] : [fingerprintOf(file)])),
      ])
      setOrder((known) => [...known, ...taken.map(({ key }) => key)])
    },
    removeUploaded,
  }
}
