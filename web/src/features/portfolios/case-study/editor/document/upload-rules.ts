import { MAX_GRID_FILES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { Block, Shot } from '@plinth/contract/portfolios/studies.ts'
import { shotsOf } from './study-rules.ts'

/** Where in a block a file goes. */
export type Slot = 'shot' | 'before' | 'after' | 'grid'

/** Where an uploaded file goes. */
export interface Target {
  blockId: string
  slot: Slot
}

/** How many more files it takes. */
export const freeIn = (block: Block, slot: Slot): number =>
  slot === 'grid' ? MAX_GRID_FILES - shotsOf(block).length : 1

const PICTURES: readonly MediaKind[] = ['image']
const ANYTHING: readonly MediaKind[] = ['image', 'video', 'audio', 'pdf', 'document']

/** The kinds of files that it takes. Grids and comparisons show pictures only. */
export const kindsFor = (
  slot: Slot,
  meant: readonly MediaKind[] = ANYTHING,
): readonly MediaKind[] => (slot === 'shot' ? meant : PICTURES)

/**
 * The block with a file that has arrived. In a grid it comes before `next`, the file that was chosen after it and has
 * arrived earlier. The same block if there is no place for it.
 */
export function withFile(block: Block, slot: Slot, mediaId: string, next?: string): Block {
  const shot = (old: Shot | null): Shot => ({ mediaId, caption: old?.caption ?? '' })
  if (block.type === 'media' && slot === 'shot') return { ...block, shot: shot(block.shot) }
  if (block.type === 'compare' && (slot === 'before' || slot === 'after'))
    return { ...block, [slot]: shot(block[slot]) }
  if (block.type !== 'grid' || slot !== 'grid' || freeIn(block, slot) <= 0) return block
  const before = block.shots.findIndex((one) => one.mediaId === next)
  const at = before === -1 ? block.shots.length : before
  return { ...block, shots: block.shots.toSpliced(at, 0, shot(null)) }
}
