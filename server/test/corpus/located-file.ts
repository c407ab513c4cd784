import type { TakenOut } from '@plinth/contract/media/media.ts'
import { QUARTERS, type Colour } from './quarters.ts'

/** A file that tells where it was made. */
export interface LocatedFile {
  name: string
  bytes: Buffer
  /** What the receipt says is taken out, at least; null where it has no word for it. */
  tells: TakenOut | null
  /** Of a picture: its quarters as they are to be shown. */
  quarters: readonly Colour[] | null
}

export interface Located {
  tells?: TakenOut | null
  quarters?: readonly Colour[] | null
}

/** A list of files of one kind, each with its name. */
export function collectFiles(kind: string, quarters: readonly Colour[] | null = QUARTERS) {
  const files: LocatedFile[] = []
  return {
    files,
    add: (name: string, bytes: Buffer, located: Located = {}): void => {
      files.push({ name: `${kind}, ${name}`, bytes, tells: 'place', quarters, ...located })
    },
  }
}
