import { lazy, Suspense, type ReactNode } from 'react'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { FileStrip, type FileStripProps } from '../room/file-strip.tsx'

const PickedStrip = lazy(async () => ({ default: (await import('./picks.tsx')).PickedStrip }))

/** The files of a room with their picks and decisions; undefined where there are none, so that nothing more is loaded. */
export function stripOf(room: ProofRoom): ((files: FileStripProps) => ReactNode) | undefined {
  const { picks, decisions } = room
  if (picks.most === null && decisions.length === 0) return undefined
  return function strip(files) {
    return (
      <Suspense fallback={<FileStrip {...files} />}>
        <PickedStrip room={room} files={files} />
      </Suspense>
    )
  }
}
