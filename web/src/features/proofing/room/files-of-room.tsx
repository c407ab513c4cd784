import { lazy, Suspense, type ReactNode } from 'react'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { FileStrip, type FileStripProps } from './file-strip.tsx'

const PickedStrip = lazy(async () => ({
  default: (await import('../decide/picks.tsx')).PickedStrip,
}))

/** The files with what is picked and decided; undefined where there is nothing to say beside or under them. */
export function filesOf(room: ProofRoom): ((files: FileStripProps) => ReactNode) | undefined {
  const { picks, decisions } = room
  if (picks.most === null && decisions.length === 0) return undefined
  return (files) => (
    <Suspense fallback={<FileStrip {...files} />}>
      <PickedStrip room={room} files={files} />
    </Suspense>
  )
}
