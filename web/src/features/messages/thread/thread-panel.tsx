import './thread.css'
import '../paper.css'
import '../reply/reply.css'
import { Thread } from './thread.tsx'

interface ThreadPanelProps {
  id: string
  viewerId: string
  isInSight: boolean
}

/** A conversation as a part of another screen, which brings its styles along. */
export const ThreadPanel = ({ id, viewerId, isInSight }: ThreadPanelProps) => (
  <div className="thread">
    <Thread id={id} viewerId={viewerId} at={undefined} isWithin isInSight={isInSight} />
  </div>
)
