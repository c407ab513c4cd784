import type { KeyboardEvent } from 'react'
import type { Arranging } from '../../../lib/arrange/use-arrange.ts'
import type { ShownEntry } from './entry-view.ts'
import type { WallChanges } from './use-wall-changes.ts'

/** What can be done to something on the wall besides dragging it. */
export interface EntryActs {
  togglePin: (one: ShownEntry) => void
  hide: (one: ShownEntry) => void
  /** Behind another; to the front with null. */
  move: (id: string, after: string | null) => void
  /** To this place among the pins, counted from 0. */
  movePin: (one: ShownEntry, to: number) => void
  intoSeries: (one: ShownEntry) => void
  openSeries: (one: ShownEntry) => void
}

/** What the parts of the wall have in common. */
export interface PartProps {
  acts: EntryActs
  /** The works that are chosen for a new series; null while none are being chosen. */
  chosen: readonly string[] | null
  onChoose: (id: string) => void
  onKey: (one: ShownEntry, event: KeyboardEvent) => void
}

export type WallArranging = Arranging<ShownEntry>

/** Which dialog is open over the wall. */
export type Asked =
  | { kind: 'new'; ids: readonly string[] }
  | { kind: 'into'; one: ShownEntry }
  | { kind: 'edit'; one: ShownEntry }
  | { kind: 'replace'; one: ShownEntry }

export interface SeriesDialogsProps {
  asked: Asked | null
  entries: readonly ShownEntry[]
  changes: WallChanges
  viewerId: string
  onClose: () => void
  /** Chooses works for a series, beginning with these. */
  onChoose: (ids: readonly string[]) => void
  /** The chosen works became a series. */
  onMade: () => void
  onSaid: (words: string) => void
}
