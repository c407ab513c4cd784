import type { FileFacts, TakenOut } from '@plinth/contract/media/media.ts'

/** What a gateway says of a file that it has cleaned. */
export interface CleanedFile {
  /** What came in, in figures. */
  received: FileFacts
  /** What is kept of it. */
  kept: FileFacts
  /** Not one byte differs. */
  isSame: boolean
  /** What was found and is gone, in the contract's order. */
  takenOut: TakenOut[]
}
