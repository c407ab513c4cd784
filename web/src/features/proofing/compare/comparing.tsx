import { ArrowLeft } from 'lucide-react'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom, ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { isUnauthorized } from '../../../lib/api/api.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import type { ProofSearch } from '../../../lib/routing/proof-search.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { useMarkChange } from '../proof-api.ts'
import { texts as all } from '../proof-texts.ts'
import type { Pair } from './pair.ts'
import { texts } from './compare-texts.ts'
import { CompareView } from './compare-view.tsx'

interface ComparingProps {
  room: ProofRoom
  /** All marks of the room. */
  marks: readonly ProofMark[]
  thing: ProofThing
  pair: Pair<ProofVersion>
  onSearch: (search: ProofSearch) => void
  /** Reads the room again: a link no longer works. */
  onFailed: () => void
}

/** Comparing two versions of a thing in its room. */
export function Comparing({ room, marks, thing, pair, onSearch, onFailed }: ComparingProps) {
  const change = useMarkChange(room.id)
  const stop = () => onSearch({ file: thing.id, version: pair.newer.number })
  return (
    <CompareView
      room={room}
      thing={thing}
      pair={pair}
      marks={marks.toSorted((one, other) => one.number - other.number)}
      back={
        <IconButton name={texts.back} onClick={stop}>
          <ArrowLeft size={20} aria-hidden />
        </IconButton>
      }
      onVersions={({ older, newer }) =>
        onSearch({ file: thing.id, version: newer, compare: older })
      }
      onState={(markId, state) => {
        if (change.isPending) return
        change.mutate(
          { kind: 'state', markId, state },
          {
            onError: (error) => {
              if (!isUnauthorized(error)) showError(refusedOr(error, all.comments.failed))
            },
          },
        )
      }}
      onStop={stop}
      onFailed={onFailed}
    />
  )
}
