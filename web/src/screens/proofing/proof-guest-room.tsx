import { lazy, Suspense } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { GuestPass } from '@plinth/contract/proofing/links.ts'
import { GuestLoading } from '../../features/proofing/guest/guest-ended.tsx'
import { GuestHome } from '../../features/proofing/guest/guest-frame.tsx'
import { GuestRoom, type OpenedRoom } from '../../features/proofing/guest/guest-room.tsx'
import { filesOf } from '../../features/proofing/room/files-of-room.tsx'
import { ProofRoomPage } from '../../features/proofing/room/proof-room.tsx'
import { useShown } from '../../features/proofing/room/use-room-view.ts'
import { readProofSearch, type ProofSearch } from '../../lib/routing/proof-search.ts'
import { areCompared, CompareVersion, ComparingVersions } from './proof-comparing.tsx'

const FileVerdict = lazy(async () => ({
  default: (await import('../../features/proofing/decide/file-verdict.tsx')).FileVerdict,
}))

/** The room itself, as a guest has it. */
export function ProofGuestRoom({ pass, onUnknown }: { pass: GuestPass; onUnknown: () => void }) {
  return (
    <GuestRoom pass={pass} onUnknown={onUnknown}>
      {(opened) => <OpenRoom {...opened} pass={pass} />}
    </GuestRoom>
  )
}

function OpenRoom({ room, marks, foot, onFailed, pass }: OpenedRoom & { pass: GuestPass }) {
  const search = readProofSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const shown = useShown(room, search)
  const show = (next: ProofSearch) =>
    void navigate({ to: '.', search: () => next, hash: true, replace: true })
  if (shown === undefined) return <GuestLoading />
  const { thing, version } = shown
  if (areCompared(thing, search))
    return (
      <ComparingVersions
        room={room}
        marks={marks}
        thing={thing}
        search={search}
        onSearch={show}
        onFailed={onFailed}
      />
    )
  return (
    <ProofRoomPage
      key={version.id}
      room={room}
      marks={marks}
      viewerId={pass.guestId}
      thing={thing}
      version={version}
      onSearch={show}
      onFailed={onFailed}
      back={<GuestHome />}
      compare={<CompareVersion thing={thing} version={version} />}
      decision={
        <>
          <Suspense fallback={null}>
            <FileVerdict room={room} version={version} />
          </Suspense>
          {foot}
        </>
      }
      strip={filesOf(room)}
      isGuest
    />
  )
}
