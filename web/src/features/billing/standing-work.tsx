import './subscribe.css'
import type { CSSProperties, ReactNode } from 'react'
import type { Picture as PictureData } from '@plinth/contract/media/media.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { ratioOf } from '../../lib/media/wall.ts'
import { Picture } from '../../ui/media/picture.tsx'
import { Plinth } from '../../ui/wall/plinth.tsx'

interface StandingWorkProps {
  /** Null where nothing hangs: then its outline stands there; undefined while that is not known. */
  picture: PictureData | null | undefined
  children: ReactNode
}

/** One work on its plinth, with what is to be decided on the face. */
export const StandingWork = ({ picture, children }: StandingWorkProps) => (
  <div className="subscribe-stand">
    <div className="spot" aria-hidden />
    {picture === null || picture === undefined ? (
      <div aria-hidden className="subscribe-empty" />
    ) : (
      <Picture
        picture={pictureSources(picture)}
        alt=""
        sizes="(max-width: 720px) 76vw, 404px"
        priority
        className="subscribe-work"
        style={{ '--ar': ratioOf(picture) } as CSSProperties}
      />
    )}
    <Plinth className="subscribe-face">{children}</Plinth>
  </div>
)
