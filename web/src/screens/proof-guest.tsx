import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { GuestPass } from '@plinth/contract/proofing/links.ts'
import { inviteQuery } from '../features/proofing/guest/guest-api.ts'
import { GuestEnded, GuestLoading, GuestMissing } from '../features/proofing/guest/guest-ended.tsx'
import { GuestEntry } from '../features/proofing/guest/guest-entry.tsx'
import { GuestHome } from '../features/proofing/guest/guest-frame.tsx'
import { dropPass, keepPass, readPass } from '../features/proofing/guest/guest-pass.ts'
import { GuestRoom } from '../features/proofing/guest/guest-room.tsx'
import { texts } from '../features/proofing/guest/guest-texts.ts'
import { ProofRoomPage } from '../features/proofing/room/proof-room.tsx'
import { chosen } from '../features/proofing/room/use-room-view.ts'
import { isMissing } from '../lib/api/errors.ts'
import { readProofSearch } from '../lib/routing/proof-search.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { ToastOutlet } from '../ui/feedback/toast-outlet.tsx'
import { TooltipProvider } from '../ui/overlay/tooltip.tsx'

/** A proof room for guests: at the address of a link, without an account and without the members' bars. */
export const ProofGuestScreen = () => (
  <TooltipProvider>
    <Guest />
    <ToastOutlet />
  </TooltipProvider>
)

function Guest() {
  const { id = '' } = useParams({ strict: false })
  const [pass, setPass] = useState(() => readPass(id))
  const forget = useCallback(() => {
    dropPass(id)
    setPass(null)
  }, [id])
  if (pass !== null) return <OpenRoom pass={pass} onUnknown={forget} />
  return (
    <Entry
      id={id}
      onEntered={(entered) => {
        keepPass(id, entered)
        setPass(entered)
      }}
    />
  )
}

/** The secret is behind the #, which only this browser knows. */
const useSecret = (): string => useLocation({ select: ({ hash }) => hash })

function Entry({ id, onEntered }: { id: string; onEntered: (pass: GuestPass) => void }) {
  const secret = useSecret()
  const navigate = useNavigate()
  const query = useQuery({ ...inviteQuery(id, secret), enabled: secret !== '' })
  const invite = query.data
  const ownRoom = invite?.isOwn === true ? invite.roomId : null
  useDocumentTitle(invite?.title ?? texts.tab)
  useEffect(() => {
    if (ownRoom === null) return
    void navigate({
      to: '/projects/$projectId/proof',
      params: { projectId: ownRoom },
      replace: true,
    })
  }, [ownRoom, navigate])
  if (secret === '' || isMissing(query.error)) return <GuestMissing />
  return (
    <QueryView query={query} skeleton={<GuestLoading />} failed={texts.failed}>
      {(opened) =>
        ownRoom !== null ? (
          <GuestLoading />
        ) : opened.hasEnded ? (
          <GuestEnded line={texts.askFor(opened.madeBy.firstName)} pass={null} />
        ) : (
          <GuestEntry
            invite={opened}
            secret={secret}
            onEntered={onEntered}
            onEnded={() => void query.refetch()}
          />
        )
      }
    </QueryView>
  )
}

function OpenRoom({ pass, onUnknown }: { pass: GuestPass; onUnknown: () => void }) {
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
