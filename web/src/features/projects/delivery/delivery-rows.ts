import { MAX_DELIVERY_FILES, MAX_DELIVERY_FILE_BYTES } from '@plinth/contract/limits.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { isRefused, newFileKey, type SentFile } from '../../../lib/uploads/sent-files.ts'
import { markOf, type UploadPlace } from '../../../lib/uploads/upload-memory.ts'
import { nextUpload, type UploadEvent } from '../../../lib/uploads/upload-state.ts'
import { texts } from './delivery-texts.ts'

export type RowsEvent =
  | { type: 'add'; rows: readonly SentFile[] }
  | { type: 'upload'; key: string; event: UploadEvent }
  | { type: 'remove'; key: string }

/** Files on their way. What has arrived is the server's to list. */
export function nextRows(rows: readonly SentFile[], event: RowsEvent): readonly SentFile[] {
  if (event.type === 'add') return [...rows, ...event.rows]
  if (event.type === 'remove') return rows.filter(({ key }) => key !== event.key)
  return rows.map((row) =>
    row.key === event.key ? { ...row, upload: nextUpload(row.upload, event.event) } : row,
  )
}

/** A chosen file as a row: on its way, or with why it is not. */
export function rowOf(file: File): SentFile {
  const { name, size } = file
  const key = newFileKey()
  const sentence = refusalOf(file)
  return sentence === null
    ? { key, name, size, file, upload: { phase: 'waiting', file, loaded: 0 } }
    : { key, name, size, file: null, upload: { phase: 'refused', fileName: name, sentence } }
}

function refusalOf({ name, size }: File): string | null {
  if (size === 0) return texts.empty(name)
  return size > MAX_DELIVERY_FILE_BYTES ? texts.tooLarge(name) : null
}

/** How many more a delivery takes. */
export const roomFor = (rows: readonly SentFile[], kept: number): number =>
  Math.max(0, MAX_DELIVERY_FILES - kept - rows.filter((row) => !isRefused(row)).length)

/** As they were chosen, however they arrived; what was there before comes first. */
export const inOrder = (
  kept: readonly DeliveryFile[],
  order: readonly string[],
): readonly DeliveryFile[] =>
  kept.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))

export const placeOf = (projectId: string): UploadPlace => `delivery/${projectId}`

/** The same file for two projects is two uploads. */
export const markFor = (projectId: string, file: File): string =>
  `${placeOf(projectId)}/${markOf(file)}`
