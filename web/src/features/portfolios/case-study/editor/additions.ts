import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { BlockType } from '@plinth/contract/portfolios/studies.ts'

/** What a new block can be. A block with one file is added for a kind of file. */
export interface Addition {
  type: BlockType
  name:
    | 'text'
    | 'image'
    | 'grid'
    | 'compare'
    | 'video'
    | 'audio'
    | 'document'
    | 'quote'
    | 'facts'
    | 'credits'
  kinds?: readonly MediaKind[]
}

export const ADDITIONS: readonly Addition[] = [
  { type: 'text', name: 'text' },
  { type: 'media', name: 'image', kinds: ['image'] },
  { type: 'grid', name: 'grid' },
  { type: 'compare', name: 'compare' },
  { type: 'media', name: 'video', kinds: ['video'] },
  { type: 'media', name: 'audio', kinds: ['audio'] },
  { type: 'media', name: 'document', kinds: ['pdf', 'document'] },
  { type: 'quote', name: 'quote' },
  { type: 'facts', name: 'facts' },
  { type: 'credits', name: 'credits' },
]
