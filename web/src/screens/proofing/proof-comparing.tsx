import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom, ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { CompareLink } from '../../features/proofing/compare/compare-link.tsx'
import { pairOf } from '../../features/proofing/compare/pair.ts'
import type { ProofSearch } from '../../lib/routing/proof-search.ts'
import { RoomSkeleton } from './room-skeleton.tsx'

const Comparing = lazy(async () => ({
  default: (await import('../../features/proofing/compare/comparing.tsx')).Comparing,
}))

interface ComparingVersionsProps {
  room: ProofRoom
  marks: readonly ProofMark[]
  thing: ProofThing
  search: ProofSearch
  onSearch: (search: ProofSearch) => void
  onFailed: () => void
}

/** Whether the address asks for comparing two versions, and there are two. */
export const areCompared = (thing: ProofThing, { compare, version }: ProofSearch): boolean =>
  compare !== undefined && pairOf(thing, { older: compare, newer: version }) !== null

/** Two versions of a thing, which the address names. */
export function ComparingVersions({ thing, search, ...props }: ComparingVersionsProps) {
  const pair = pairOf(thing, { older: search.compare, newer: search.version })
  if (pair === null) return null
  return (
    <Suspense fallback={<RoomSkeleton />}>
      <Comparing {...props} thing={thing} pair={pair} />
    </Suspense>
  )
}

/** Leads to comparing the version that is looked at with the one before. */
export function CompareVersion({ thing, version }: { thing: ProofThing; version: ProofVersion }) {
  const pair = pairOf(thing, { newer: version.number }) ?? pairOf(thing)
  if (pair === null) return null
  const search = { file: thing.id, version: pair.newer.number, compare: pair.older.number }
  return (
    <CompareLink>
      {(words) => (
        // The secret of a guest's link is behind the #.
        <Link to="." search={search} hash>
          {words}
        </Link>
      )}
    </CompareLink>
  )
}
