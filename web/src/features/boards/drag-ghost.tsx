import { useEffect, useRef } from 'react'
import { pictureSources } from '../../lib/media/sources.ts'
import { PlainPicture } from '../../ui/media/plain-picture.tsx'
import type { ShownItem } from './item-view.ts'

interface DragGhostProps {
  one: ShownItem
  from: { x: number; y: number }
}

/** The picture that follows the pointer. */
export function DragGhost({ one: { image }, from: { x, y } }: DragGhostProps) {
  const ghost = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = (at: { x: number; y: number }) =>
      ghost.current?.style.setProperty('transform', `translate(${at.x + 14}px, ${at.y + 14}px)`)
    follow({ x, y })
    addEventListener('pointermove', follow)
    return () => removeEventListener('pointermove', follow)
  }, [x, y])
  return (
    <div ref={ghost} className="board-ghost" aria-hidden>
      {image === null ? null : (
        <PlainPicture picture={pictureSources(image)} alt="" sizes="152px" moves={false} />
      )}
    </div>
  )
}
