import { useNavigate, useSearch } from '@tanstack/react-router'
import type { GuestPass } from '@plinth/contract/proofing/links.ts'
import { GuestLoading } from '../features/proofing/guest/guest-ended.tsx'
import { GuestHome } from '../features/proofing/guest/guest-frame.tsx'
import { GuestRoom } from '../features/proofing/guest/guest-room.tsx'
import { ProofRoomPage } from '../features/proofing/room/proof-room.tsx'
import { chosen } from '../features/proofing/room/use-room-view.ts'
import { readProofSearch } from '../lib/routing/proof-search.ts'

/** The room itself, as a guest has it. */
export function ProofGuestRoom({ pass, onUnknown }: { pass: GuestPass; onUnknown: () => void }) {
  const search = readProofSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  return (
    <GuestRoom pass={pass} onUnknown={onUnknown}>
      {({ room, marks, foot, onFailed }) => {
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
            onSearch={(next) =>
              void navigate({ to: '.', search: () => next, hash: true, replace: true })
            }
            onFailed={onFailed}
            back={<GuestHome />}
            decision={foot}
          />
        )
      }}
    </GuestRoom>
  )
}
