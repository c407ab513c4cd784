import './work-head.css'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { Ledge } from './ledge.tsx'
import { Picture } from '../media/picture.tsx'

interface WorkHeadProps {
  title: string
  picture: ComponentProps<typeof Picture>['picture']
  /** Width by height. */
  ratio: number
  /** As wide and as high as it may stand where there is room. */
  room: { width: number; high: string }
  /** What is said below the title. */
  children: ReactNode
  /** Whose it is. */
  face: ReactNode
}

/** The work that a dialog is about, on its ledge. */
export const WorkHead = ({ title, picture, ratio, room, children, face }: WorkHeadProps) => (
  <div className="flex items-end gap-6 max-tablet:gap-3.5">
    <div className="work-head-standing">
      <Picture
        picture={picture}
        alt=""
        sizes={`${room.width}px`}
        priority
        className="work-head-picture"
        style={
          {
            '--ar': ratio,
            '--room-wide': `${room.width}px`,
            '--room-high': room.high,
          } as CSSProperties
        }
      />
      <Ledge glow={24} />
    </div>
    <div className="min-w-0 flex-1">
      <p className="work-title line-clamp-2 text-20 text-ink">{title}</p>
      {children}
    </div>
    {face}
  </div>
)
