import { Link, useParams } from '@tanstack/react-router'
import { texts } from '../features/proofing/proof-texts.ts'
import { BackArrow } from '../features/proofing/room/room-bar.tsx'
import { RoomScreen } from './proof-room.tsx'

/** A proof room that somebody has opened for works of their own. It takes the whole window. */
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
