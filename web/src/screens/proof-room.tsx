import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ProofRoom, ProofThing } from '@plinth/contract/proofing/rooms.ts'
import { proofMarksQuery, proofRoomQuery } from '../features/proofing/proof-api.ts'
import { texts } from '../features/proofing/proof-texts.ts'
import { ProofRoomPage } from '../features/proofing/room/proof-room.tsx'
import { BackArrow } from '../features/proofing/room/room-bar.tsx'
import { chosen } from '../features/proofing/room/use-room-view.ts'
import { useViewer } from '../features/session/use-viewer.ts'
import { isMissing } from '../lib/api/errors.ts'
import { readProofSearch } from '../lib/routing/proof-search.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { NotFoundScreen } from './public/not-found.tsx'

// They are asked for with the room, and are there before it is.
const decision = import('./proof/decision.tsx')
const ProofDecision = lazy(async () => ({ default: (await decision).ProofDecision }))
const StripLead = lazy(async () => ({ default: (await decision).StripLead }))
const StripFoot = lazy(async () => ({ default: (await decision).StripFoot }))

const route = getRouteApi('/projects/$projectId/proof')

/** The proof room of a project. It takes the whole window. */
export function ProofRoomScreen() {
  const viewer = useViewer()
  const { projectId } = route.useParams()
  const query = useQuery(proofRoomQuery(projectId))
  const isGone = isMissing(query.error)
  useDocumentTitle(isGone ? undefined : (query.data?.title ?? texts.room.title))
  if (viewer === null) return null
  if (isGone) return <NotFoundScreen />
  return (
    <QueryView query={query} skeleton={<RoomSkeleton />} failed={texts.room.failed}>
      {(room) => (
        <OpenRoom room={room} viewerId={viewer.id} onFailed={() => void query.refetch()} />
      )}
    </QueryView>
  )
}

function OpenRoom({
  room,
  viewerId,
  onFailed,
}: {
  room: ProofRoom
  viewerId: string
  onFailed: () => void
}) {
  const search = readProofSearch(route.useSearch())
  const navigate = route.useNavigate()
  const marks = useQuery(proofMarksQuery(room.id))
  const [said, setSaid] = useState('')
  const hasPicks = room.picks.most !== null
  // A newer version that comes while somebody looks doesn't take the place of what they look at.
  const [lookedAt, setLookedAt] = useState<ReadonlyMap<string, number>>(new Map())
  const first = chosen(room, search)
  const kept = first === undefined ? undefined : lookedAt.get(first.thing.id)
  const shown =
    first === undefined || search.version !== undefined || kept === undefined
      ? first
      : chosen(room, { file: first.thing.id, version: kept })
  if (shown !== undefined && lookedAt.get(shown.thing.id) !== shown.version.number)
    setLookedAt(new Map(lookedAt).set(shown.thing.id, shown.version.number))
  const back = (
    <BackArrow>
      {(arrow) => (
        <Link to="/projects/$projectId" params={{ projectId: room.id }}>
          {arrow}
        </Link>
      )}
    </BackArrow>
  )
  if (shown === undefined)
    return (
      <main id="main" tabIndex={-1} className="page py-10">
        {back}
        <div className="mt-8 text-center">
          <h1 className="display text-32 text-ink">{texts.room.nothing}</h1>
          <p className="mt-3 text-ink-2">{texts.room.nothingYet}</p>
        </div>
      </main>
    )
  return (
    <QueryView query={marks} skeleton={<RoomSkeleton />} failed={texts.comments.loadFailed}>
      {({ marks: all }) => (
        <ProofRoomPage
          key={shown.version.id}
          room={room}
          marks={all}
          viewerId={viewerId}
          thing={shown.thing}
          version={shown.version}
          onSearch={(next) => void navigate({ search: () => next, replace: true })}
          onFailed={onFailed}
          back={back}
          decision={
            <Suspense fallback={isDeciding(room) ? <Skeleton className="mt-3 h-60" /> : null}>
              <ProofDecision room={room} version={shown.version} marks={all} viewerId={viewerId} />
            </Suspense>
          }
          stripLead={
            hasPicks ? (
              <Suspense fallback={null}>
                <StripLead room={room} said={said} onSay={setSaid} />
              </Suspense>
            ) : undefined
          }
          stripFoot={hasPicks || room.decisions.length > 0 ? footOf(room, setSaid) : undefined}
        />
      )}
    </QueryView>
  )
}

const footOf = (room: ProofRoom, onSay: (words: string) => void) => (thing: ProofThing) => (
  <Suspense fallback={<div className="h-11" />}>
    <StripFoot room={room} thing={thing} onSay={onSay} />
  </Suspense>
)

/** Whether there is a paper under the comments. */
const isDeciding = ({ role, status }: ProofRoom) =>
  role !== null && (status === 'delivered' || status === 'approved')

const RoomSkeleton = () => (
  <main id="main" tabIndex={-1} className="page py-10">
    <div role="status" aria-label={texts.room.loading}>
      <Skeleton className="h-11 w-2/5" />
      <Skeleton className="mt-8 h-120" />
    </div>
  </main>
)
