import './thread.css'
import '../paper.css'
import '../reply/reply.css'
import { Thread } from './thread.tsx'

interface ThreadPanelProps {
  id: string
  viewerId: string
  isInSight: boolean
}

/** A conversation inside another screen, with the styles it needs. */
export const ThreadPanel = ({ id, viewerId, isInSight }: ThreadPanelProps) => (
  <div className="thread">
    <Thread id={id} viewerId={viewerId} at={undefined} isEmbedded isInSight={isInSight} />
  </div>
)
