import { createContext, use } from 'react'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import type { Studio } from './use-studio.ts'

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
