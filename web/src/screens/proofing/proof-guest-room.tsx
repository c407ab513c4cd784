import { lazy, Suspense } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { GuestPass } from '@plinth/contract/proofing/links.ts'
import { GuestLoading } from '../../features/proofing/guest/guest-ended.tsx'
import { GuestHome } from '../../features/proofing/guest/guest-frame.tsx'
import { GuestRoom, type OpenedRoom } from '../../features/proofing/guest/guest-room.tsx'
import { filesOf } from '../../features/proofing/room/files-of-room.tsx'
import { ProofRoomPage } from '../../features/proofing/room/proof-room.tsx'
import { chosen } from '../../features/proofing/room/use-room-view.ts'
import { readProofSearch } from '../../lib/routing/proof-search.ts'

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
  const shown = chosen(room, search)
  if (shown === undefined) return <GuestLoading />
  return (
    <ProofRoomPage
      key={shown.version.id}
      room={room}
      marks={marks}
      viewerId={pass.guestId}
      thing={shown.thing}
      version={shown.version}
      onSearch={(next) => void navigate({ to: '.', search: () => next, hash: true, replace: true })}
      onFailed={onFailed}
      back={<GuestHome />}
      decision={
        <>
          <Suspense fallback={null}>
            <FileVerdict room={room} version={shown.version} />
          </Suspense>
          {foot}
        </>
      }
      strip={filesOf(room)}
      isGuest
    />
  )
}
