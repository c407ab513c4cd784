import { MAX_DELIVERY_FILE_BYTES } from '@plinth/contract/limits.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { fileFingerprint, type UploadPlace } from '../../../lib/uploads/unfinished.ts'
import { texts } from './delivery-texts.ts'

/** Why a chosen file is not uploaded, as a sentence; null if it is. */
export function refusalOf({ name, size }: File): string | null {
  if (size === 0) return texts.empty(name)
  return size > MAX_DELIVERY_FILE_BYTES ? texts.tooLarge(name) : null
}

/** Sorts files by the order in which they were chosen; earlier uploads come first. */
export const inOrder = (
  uploaded: readonly DeliveryFile[],
  order: readonly string[],
): readonly DeliveryFile[] =>
  uploaded.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))

export const placeOf = (projectId: string): UploadPlace => `delivery/${projectId}`

/** Includes the project, because the same file for two projects is two uploads. */
export const fingerprintFor = (projectId: string, file: File): string =>
  `${placeOf(projectId)}/${fileFingerprint(file)}`
