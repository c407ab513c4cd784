import { useSyncExternalStore } from 'react'
import type { ReportKind } from '@plinth/contract/moderation/moderation.ts'

/** What the viewer wants to report. */
export interface ReportTarget {
  kind: ReportKind
  id: string
  /** The first name of its author. */
  name: string
}

let target: ReportTarget | null = null
const listeners = new Set<() => void>()

/** Opens the report dialog on the current screen; null closes it. */
export function openReport(next: ReportTarget | null): void {
  target = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useReportTarget = (): ReportTarget | null =>
  useSyncExternalStore(
    subscribe,
    () => target,
    () => null,
  )
