import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_DELIVERY_FILES } from '@plinth/contract/limits.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { patchAnswer, stopReading } from '../../../lib/cache/writes.ts'
import { importSending } from '../../../lib/uploads/media-uploads.ts'
import { REMOVED, useUploads } from '../../../lib/uploads/use-uploads.ts'
import { sayFailed } from '../../../ui/feedback/say-failed.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { deliveryFilesQuery, keepFile, removeFile } from './delivery-api.ts'
import { fingerprintFor, placeOf, refusalOf } from './delivery-rows.ts'
import { texts } from './delivery-texts.ts'

interface DeliveryUploadsOptions {
  projectId: string
  viewerId: string
  /** How many wait on the server to be delivered. */
  kept: number
}

/** The files of the next delivery on their way. One that has arrived is in the server's list. */
export function useDeliveryUploads({ projectId, viewerId, kept }: DeliveryUploadsOptions) {
  const client = useQueryClient()
  const query = deliveryFilesQuery(projectId)
  const [fingerprints, setFingerprints] = useState<readonly string[]>([])
  const [order, setOrder] = useState<readonly string[]>([])

  const list = async (key: string, file: DeliveryFile) => {
    // An answer that left the server before this one would take the file away again.
    await stopReading(client, query)
    patchAnswer(client, query, (all = []) => [...all.filter(({ id }) => id !== file.id), file])
    setOrder((known) => known.map((one) => (one === key ? file.id : one)))
  }
  const fingerprintOf = (file: File) => fingerprintFor(projectId, file)
  const uploads = useUploads({
    viewerId,
    place: placeOf(projectId),
    most: MAX_DELIVERY_FILES - kept,
    refusalOf,
    onTooMany: () =>
      toast({ title: texts.tooManyTitle, description: texts.tooMany, variant: 'destructive' }),
    fingerprintOf,
    send: async (file, { key, signal, tell }) => {
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
        tell,
      })
      if (signal.reason === REMOVED) await removeFile(projectId, made.id)
      else await list(key, made)
      return null
    },
  })
  const removeKept = async (file: DeliveryFile): Promise<void> => {
    const { id, fileName } = file
    try {
      await removeFile(projectId, id)
      patchAnswer(client, query, (all) => all?.filter((one) => one.id !== id))
    } catch {
      sayFailed(texts.removeFailed(fileName), () => void removeKept(file))
    }
  }
  return {
    ...uploads,
    /** What was chosen in this visit: keys of rows, and ids of files that have arrived. */
    order,
    /** Of all files that were chosen in this visit, arrived or not. */
    fingerprints,
    choose: (chosen: Iterable<File>) => {
      const taken = uploads.choose(chosen)
      setFingerprints((known) => [
        ...known,
        ...taken.flatMap(({ file }) => (file === null ? [] : [fingerprintOf(file)])),
      ])
      setOrder((known) => [...known, ...taken.map(({ key }) => key)])
    },
    removeKept,
  }
}
