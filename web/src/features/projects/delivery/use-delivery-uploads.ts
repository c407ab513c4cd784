import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { patchAnswer, stopReading } from '../../../lib/cache/cache-writes.ts'
import { failureOf } from '../../../lib/uploads/media-uploads.ts'
import { filesToSend, isPending, type SentFile } from '../../../lib/uploads/sent-files.ts'
import { forgetFile } from '../../../lib/uploads/upload-stand.ts'
import { canPause, type UploadEvent } from '../../../lib/uploads/upload-state.ts'
import { sayFailed } from '../../../ui/feedback/say-failed.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { deliveryFilesQuery, removeFile } from './delivery-api.ts'
import { markFor, nextRows, placeOf, roomFor, rowOf } from './delivery-rows.ts'
import { texts } from './delivery-texts.ts'

interface DeliveryUploadsOptions {
  projectId: string
  viewerId: string
  /** How many wait on the server to be delivered. */
  kept: number
}

const REMOVED = 'removed'

const importSending = () => import('./delivery-sending.ts')

/** The files of the next delivery on their way: sent as soon as they are chosen, two at a time. */
export function useDeliveryUploads({ projectId, viewerId, kept }: DeliveryUploadsOptions) {
  const client = useQueryClient()
  const query = deliveryFilesQuery(projectId)
  const [rows, dispatch] = useReducer(nextRows, [])
  const [marks, setMarks] = useState<readonly string[]>([])
  const [order, setOrder] = useState<readonly string[]>([])
  const stops = useRef(new Map<string, AbortController>())
  const tell = (key: string, event: UploadEvent) => dispatch({ type: 'upload', key, event })
  const { mutateAsync } = useMutation({
    mutationFn: async ({ key, file, signal }: { key: string; file: File; signal: AbortSignal }) => {
      const { sendDelivery } = await importSending()
      signal.throwIfAborted()
      return sendDelivery(file, {
        viewerId,
        projectId,
        place: placeOf(projectId),
        mark: markFor(projectId, file),
        signal,
        tell: (event) => tell(key, event),
      })
    },
  })

  const arrived = async (key: string, file: DeliveryFile) => {
    // An answer that left the server before this one would take the file away again.
    await stopReading(client, query)
    patchAnswer(client, query, (all = []) => [...all.filter(({ id }) => id !== file.id), file])
    setOrder((known) => known.map((one) => (one === key ? file.id : one)))
    dispatch({ type: 'remove', key })
  }
  const send = async (key: string, file: File) => {
    const stop = new AbortController()
    stops.current.set(key, stop)
    tell(key, { type: 'send', file, at: Date.now() })
    try {
      const made = await mutateAsync({ key, file, signal: stop.signal })
      if (stop.signal.reason === REMOVED) await removeFile(projectId, made.id)
      else await arrived(key, made)
    } catch (error) {
      if (!stop.signal.aborted) tell(key, failureOf(error, file.name))
    } finally {
      if (stops.current.get(key) === stop) stops.current.delete(key)
    }
  }
  const sendNext = useEffectEvent((all: readonly SentFile[]) => {
    for (const { key, file } of filesToSend(all)) {
      if (file !== null && !stops.current.has(key)) void send(key, file)
    }
  })
  useEffect(() => sendNext(rows), [rows])
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop.abort()
    }
  }, [])

  const stop = (key: string, reason?: typeof REMOVED) => {
    stops.current.get(key)?.abort(reason)
    stops.current.delete(key)
  }
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
    rows,
    /** What was chosen in this visit: keys of rows, and ids of files that have arrived. */
    order,
    /** Of all files that were chosen in this visit, arrived or not. */
    marks,
    pending: rows.filter(isPending).length,
    /** Takes what is chosen, dropped or pasted, as far as there is room. */
    choose: (chosen: Iterable<File>) => {
      const all = Array.from(chosen, rowOf)
      const surplus = new Set(all.filter(({ file }) => file !== null).slice(roomFor(rows, kept)))
      if (surplus.size > 0) {
        toast({ title: texts.tooManyTitle, description: texts.tooMany, variant: 'destructive' })
      }
      const taken = all.filter((row) => !surplus.has(row))
      setMarks((known) => [
        ...known,
        ...taken.flatMap(({ file }) => (file === null ? [] : [markFor(projectId, file)])),
      ])
      setOrder((known) => [...known, ...taken.map(({ key }) => key)])
      dispatch({ type: 'add', rows: taken })
    },
    pause: ({ key, upload }: SentFile) => {
      if (!canPause(upload)) return
      stop(key)
      tell(key, { type: 'pause' })
    },
    goOn: (key: string) => tell(key, { type: 'wait' }),
    /** It is not wanted any more: nothing of it is left on the server. */
    remove: ({ key, file }: SentFile) => {
      stop(key, REMOVED)
      if (file !== null) forgetFile(markFor(projectId, file), viewerId)
      dispatch({ type: 'remove', key })
    },
    removeKept,
  }
}
export type DeliveryUploads = ReturnType<typeof useDeliveryUploads>
