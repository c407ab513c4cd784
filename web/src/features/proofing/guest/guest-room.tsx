import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react'
import type { GuestPass } from '@plinth/contract/proofing/links.ts'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { fullName } from '../../../lib/format/format.ts'
import { useDocumentTitle } from '../../../lib/routing/use-document-title.ts'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { guestMarksQuery, guestRoomQuery, hasEnded } from './guest-api.ts'
import { GuestEnded, GuestLoading } from './guest-ended.tsx'
import { GuestFrame } from './guest-frame.tsx'
import { callAs } from './pass.ts'
import { texts } from './guest-texts.ts'

export interface OpenedRoom {
  room: ProofRoom
  marks: readonly ProofMark[]
  /** At the foot: who approves, and what the guest may do. */
  foot: ReactNode
  onFailed: () => void
}

interface GuestRoomProps {
  pass: GuestPass
  /** Nobody has this pass any more. */
  onUnknown: () => void
  children: (opened: OpenedRoom) => ReactNode
}

/** A room for a guest, whose calls carry their pass. */
export function GuestRoom({ pass, onUnknown, children }: GuestRoomProps) {
  // Before anything below asks for the room, and again whenever the screen comes back.
  useState(() => callAs(pass))
  useLayoutEffect(() => callAs(pass), [pass])
  const room = useQuery(guestRoomQuery(pass.roomId))
  const marks = useQuery(guestMarksQuery(pass.roomId))
  // New files and another title count as changes, too, and guests see them as soon as they hear of them.
  const changes = marks.data?.changes ?? 0
  const readRoom = useEffectEvent((now: number) => {
    if (room.data !== undefined && room.data.changes < now) void room.refetch()
  })
  useEffect(() => readRoom(changes), [changes])
  useDocumentTitle(room.data?.title ?? texts.tab)
  const error = room.error ?? marks.error
  const isUnknown = isUnauthorized(error)
  useLayoutEffect(() => {
    if (isUnknown) onUnknown()
  }, [isUnknown, onUnknown])
  const isOver = hasEnded(room.error) || hasEnded(marks.error)
  if (isOver && (room.data === undefined || marks.data === undefined))
    return <GuestEnded line={sentenceOf(error, '')} pass={pass} />
  return (
    <QueryView query={room} skeleton={<GuestLoading />} failed={texts.failed}>
      {(shown) =>
        shown.things.length === 0 ? (
          <NothingYet room={shown} />
        ) : (
          <QueryView query={marks} skeleton={<GuestLoading />} failed={texts.failed}>
            {({ marks: all }) =>
              children({
                room: shown,
                marks: all,
                foot: (
                  <Foot room={shown} pass={pass} over={isOver ? sentenceOf(error, '') : null} />
                ),
                onFailed: () => void room.refetch(),
              })
            }
          </QueryView>
        )
      }
    </QueryView>
  )
}

/** Once the link has ended the room stays as it was, so that what was being written can still be copied. */
const Foot = ({ room, pass, over }: { room: ProofRoom; pass: GuestPass; over: string | null }) => (
  <div className="guest-foot" role="status">
    {over === null ? (
      <p>{footOf(room, pass)}</p>
    ) : (
      <>
        <p className="font-semibold text-ink">{over}</p>
        <p>{texts.endedKeeps}</p>
      </>
    )}
  </div>
)

const footOf = ({ client, creator }: ProofRoom, { right }: GuestPass): string =>
  client === null
    ? texts.ownFoot(right === 'look', creator.firstName)
    : texts.foot[right](client.firstName)

const NothingYet = ({ room: { title, client, creator } }: { room: ProofRoom }) => (
  <GuestFrame title={title} line={texts.by(fullName(creator), client && fullName(client))}>
    <main id="main" tabIndex={-1} className="guest-said">
      <h2 className="display text-24 text-ink">{texts.nothing}</h2>
      <p className="mt-3 text-ink-2">{texts.nothingYet}</p>
    </main>
  </GuestFrame>
)
