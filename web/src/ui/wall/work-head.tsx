import './work-head.css'
import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import { Ledge } from './ledge.tsx'
import { Picture } from '../media/picture.tsx'

interface WorkHeadProps {
  title: string
  picture: ComponentProps<typeof Picture>['picture']
  /** Width by height. */
  ratio: number
  /** Maximum size of the picture. */
  maxSize: { width: number; high: string }
  /** Details below the title. */
  children: ReactNode
  /** The creator's avatar. */
  face: ReactNode
}

/** The work that a dialog is about, on a ledge, with its title and creator. */
export const WorkHead = ({ title, picture, ratio, maxSize, children, face }: WorkHeadProps) => (
  <div className="flex items-end gap-6 max-tablet:gap-3.5">
    <div className="work-head-standing">
      <Picture
        picture={picture}
        alt=""
        sizes={`${maxSize.width}px`}
        priority
        className="work-head-picture"
        style={
          {
            '--ar': ratio,
            '--room-wide': `${maxSize.width}px`,
            '--room-high': maxSize.high,
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
