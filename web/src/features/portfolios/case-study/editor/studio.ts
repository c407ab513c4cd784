import { createContext, use } from 'react'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { Block, BlockType } from '@plinth/contract/portfolios/studies.ts'
import type { Studio } from './use-studio.ts'

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

export const StudioContext = createContext<Studio | null>(null)

/** The open editor. */
export function useOpenStudio(): Studio {
  const studio = use(StudioContext)
  if (studio === null) throw new Error('This part of the editor is outside of it.')
  return studio
}

/** A block on screen, with its place. */
export interface Placed<B extends Block = Block> {
  block: B
  /** Counted from 1. */
  place: number
  /** What it is called, such as “Film” for a block that shows one. */
  name: string
  isChosen: boolean
}
