import type { ReactNode } from 'react'

/** What, and how it is. */
export type QueueFact = readonly [what: string, is: ReactNode]

/** Those of which something is known. */
export const knownFacts = (facts: readonly QueueFact[]): QueueFact[] =>
  facts.filter(([, is]) => is !== null && is !== '')
