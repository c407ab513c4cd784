import { MAX_DELIVERY_FILE_BYTES } from '@plinth/contract/limits.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { fileFingerprint, type UploadPlace } from '../../../lib/uploads/unfinished.ts'
import { texts } from './delivery-texts.ts'

/** Why a chosen file is not sent, in a sentence; null when it is. */
export function refusalOf({ name, size }: File): string | null {
  if (size === 0) return texts.empty(name)
  return size > MAX_DELIVERY_FILE_BYTES ? texts.tooLarge(name) : null
}

/** As they were chosen, however they arrived; what was there before comes first. */
export const inOrder = (
  kept: readonly DeliveryFile[],
  order: readonly string[],
): readonly DeliveryFile[] =>
  kept.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id))

export const placeOf = (projectId: string): UploadPlace => `delivery/${projectId}`

/** The same file for two projects is two uploads. */
export const fingerprintFor = (projectId: string, file: File): string =>
  `${placeOf(projectId)}/${fileFingerprint(file)}`
