import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import type { GuestPass } from '@plinth/contract/proofing/links.ts'
import { inviteQuery } from '../../features/proofing/guest/guest-api.ts'
import {
  GuestEnded,
  GuestLoading,
  GuestMissing,
} from '../../features/proofing/guest/guest-ended.tsx'
import { dropPass, keepPass, readPass } from '../../features/proofing/guest/pass.ts'
import { texts } from '../../features/proofing/guest/guest-texts.ts'
import { isMissing } from '../../lib/api/errors.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { TooltipProvider } from '../../ui/overlay/tooltip.tsx'

const GuestEntry = lazy(async () => ({
  default: (await import('../../features/proofing/guest/guest-entry.tsx')).GuestEntry,
}))
const ProofGuestRoom = lazy(async () => ({
  default: (await import('./proof-guest-room.tsx')).ProofGuestRoom,
}))

/** A proof room for guests: at the address of a link, without an account and without the members' bars. */
export const ProofGuestScreen = () => (
  <TooltipProvider>
    <Suspense fallback={<GuestLoading />}>
      <Guest />
    </Suspense>
  </TooltipProvider>
)

function Guest() {
  const { id = '' } = useParams({ strict: false })
  const [pass, setPass] = useState(() => readPass(id))
  const forget = useCallback(() => {
    dropPass(id)
    setPass(null)
  }, [id])
  if (pass !== null) return <ProofGuestRoom pass={pass} onUnknown={forget} />
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
  const isProjects = invite?.client !== null
  useDocumentTitle(invite?.title ?? texts.tab)
  useEffect(() => {
    if (ownRoom === null) return
    void (isProjects
      ? navigate({
          to: '/projects/$projectId/proof',
          params: { projectId: ownRoom },
          replace: true,
        })
      : navigate({ to: '/proofs/$id', params: { id: ownRoom }, replace: true }))
  }, [ownRoom, isProjects, navigate])
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
