import '../../../styles/thread.css'
import '../../../styles/paper.css'
import '../../../styles/reply.css'
import { Thread } from './thread.tsx'

interface ThreadWithinProps {
  id: string
  viewerId: string
  isInSight: boolean
}

/** A conversation as a part of another screen, which brings its styles along. */
export const ThreadWithin = ({ id, viewerId, isInSight }: ThreadWithinProps) => (
  <div className="thread">
    <Thread id={id} viewerId={viewerId} at={undefined} isWithin isInSight={isInSight} />
  </div>
)
