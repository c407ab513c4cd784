import './drag-ghost.css'
import { useEffect, useRef } from 'react'
import { PlainPicture, type PlainPictureProps } from '../media/plain-picture.tsx'

interface DragGhostProps {
  picture: PlainPictureProps['picture'] | null
  from: { x: number; y: number }
}

/** The picture that follows the pointer. */
export function DragGhost({ picture, from: { x, y } }: DragGhostProps) {
  const ghost = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = (at: { x: number; y: number }) =>
      ghost.current?.style.setProperty('transform', `translate(${at.x + 14}px, ${at.y + 14}px)`)
    follow({ x, y })
    addEventListener('pointermove', follow)
    return () => removeEventListener('pointermove', follow)
  }, [x, y])
  return (
    <div ref={ghost} className="drag-ghost" aria-hidden>
      {picture === null ? null : (
        <PlainPicture picture={picture} alt="" sizes="152px" moves={false} />
      )}
    </div>
  )
}
