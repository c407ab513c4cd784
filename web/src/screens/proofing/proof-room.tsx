import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { proofMarksQuery, proofRoomQuery } from '../../features/proofing/proof-api.ts'
import { texts } from '../../features/proofing/proof-texts.ts'
import { filesOf } from '../../features/proofing/room/files-of-room.tsx'
import { ProofRoomPage } from '../../features/proofing/room/proof-room.tsx'
import { BackArrow } from '../../features/proofing/room/room-bar.tsx'
import { ShareButton } from '../../features/proofing/share/share-button.tsx'
import { useRoomReading } from '../../features/proofing/room/use-room-reading.ts'
import { useShown } from '../../features/proofing/room/use-room-view.ts'
import { useViewer } from '../../features/session/use-viewer.ts'
import { isMissing } from '../../lib/api/errors.ts'
import { readProofSearch, type ProofSearch } from '../../lib/routing/proof-search.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { MenuItem } from '../../ui/overlay/menu.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { NotFoundScreen } from '../public/not-found.tsx'
import { areCompared, CompareVersion, ComparingVersions } from './proof-comparing.tsx'
import { RoomSkeleton } from './room-skeleton.tsx'

const AddFilesButton = lazy(async () => ({
  default: (await import('../../features/proofing/own/add-files-button.tsx')).AddFilesButton,
}))

const RenameDialog = lazy(async () => ({
  default: (await import('../../features/proofing/own/rename-dialog.tsx')).RenameDialog,
}))

const ProofDecision = lazy(async () => ({
  default: (await import('./proof-decision.tsx')).ProofDecision,
}))

const route = getRouteApi('/projects/$projectId/proof')

/** The proof room of a project. It takes the whole window. */
export function ProofRoomScreen() {
  const { projectId } = route.useParams()
  return (
    <RoomScreen
      id={projectId}
      isOwn={false}
      back={
        <BackArrow>
          {(arrow) => (
            <Link to="/projects/$projectId" params={{ projectId }}>
              {arrow}
            </Link>
          )}
        </BackArrow>
      }
    />
  )
}

/** A proof room that somebody has opened for works of their own. */
export function OwnProofRoomScreen() {
  const { id = '' } = useParams({ strict: false })
  return (
    <RoomScreen
      id={id}
      isOwn
      back={
        <BackArrow name={texts.room.backToRooms}>
          {(arrow) => <Link to="/proofs">{arrow}</Link>}
        </BackArrow>
      }
    />
  )
}

interface RoomScreenProps {
  id: string
  /** Somebody has opened it for themselves. */
  isOwn: boolean
  back: ReactNode
}

function RoomScreen({ id, isOwn, back }: RoomScreenProps) {
  const viewer = useViewer()
  const query = useQuery(proofRoomQuery(id))
  // Each kind of room has its own address.
  const isElsewhere = query.data !== undefined && (query.data.client === null) !== isOwn
  const isGone = isElsewhere || isMissing(query.error)
  useDocumentTitle(isGone ? undefined : (query.data?.title ?? texts.room.title))
  if (viewer === null) return null
  if (isGone) return <NotFoundScreen />
  return (
    <QueryView query={query} skeleton={<RoomSkeleton />} failed={texts.room.failed}>
      {(room) => (
        <OpenRoom
          room={room}
          viewerId={viewer.id}
          back={back}
          onFailed={() => void query.refetch()}
        />
      )}
    </QueryView>
  )
}

function OpenRoom({
  room,
  viewerId,
  back,
  onFailed,
}: {
  room: ProofRoom
  viewerId: string
  back: ReactNode
  onFailed: () => void
}) {
  const search = readProofSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = (next: ProofSearch) => void navigate({ to: '.', search: () => next, replace: true })
  const marks = useQuery(proofMarksQuery(room.id))
  useRoomReading(room, marks.data?.changes)
  const [isRenaming, setRenaming] = useState(false)
  const isOwner = room.client === null && room.role === 'creator'
  const shown = useShown(room, search)
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
  const { thing, version } = shown
  if (areCompared(thing, search))
    return (
      <QueryView query={marks} skeleton={<RoomSkeleton />} failed={texts.comments.loadFailed}>
        {({ marks: all }) => (
          <ComparingVersions
            room={room}
            marks={all}
            thing={thing}
            search={search}
            onSearch={show}
            onFailed={onFailed}
          />
        )}
      </QueryView>
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
          onSearch={show}
          onFailed={onFailed}
          back={back}
          share={
            room.role === null ? null : (
              <>
                {isOwner ? (
                  <Suspense fallback={null}>
                    <AddFilesButton room={room} viewerId={viewerId} />
                  </Suspense>
                ) : null}
                <ShareButton room={room} />
                {isRenaming ? (
                  <Suspense fallback={null}>
                    <RenameDialog room={room} onClose={() => setRenaming(false)} />
                  </Suspense>
                ) : null}
              </>
            )
          }
          menu={
            isOwner ? (
              <MenuItem onSelect={() => setRenaming(true)}>{texts.room.rename}</MenuItem>
            ) : null
          }
          compare={<CompareVersion thing={thing} version={version} />}
          decision={
            room.client === null ? null : (
              <Suspense fallback={null}>
                <ProofDecision
                  room={room}
                  version={shown.version}
                  marks={all}
                  viewerId={viewerId}
                />
              </Suspense>
            )
          }
          strip={filesOf(room)}
        />
      )}
    </QueryView>
  )
}
