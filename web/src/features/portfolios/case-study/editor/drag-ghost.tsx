import { useEffect, useRef } from 'react'
import type { ShownFile } from '@plinth/contract/portfolios/studies.ts'
import { pictureSources } from '../../../../lib/media/sources.ts'
import { PlainPicture } from '../../../../ui/media/plain-picture.tsx'

interface DragGhostProps {
  from: { x: number; y: number }
  title: string
  file: ShownFile | undefined
}

/** What follows the pointer while something is dragged. */
export function DragGhost({ from: { x, y }, title, file }: DragGhostProps) {
  const ghost = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = (at: { x: number; y: number }) =>
      ghost.current?.style.setProperty('transform', `translate(${at.x + 14}px, ${at.y - 12}px)`)
    follow({ x, y })
    addEventListener('pointermove', follow)
    return () => removeEventListener('pointermove', follow)
  }, [x, y])
  return (
    <div ref={ghost} className="editor-ghost" aria-hidden>
      {file === undefined ? null : (
        <span className="editor-face">
          <PlainPicture
            picture={pictureSources(file.picture)}
            alt=""
            sizes="52px"
            fit="cover"
            moves={false}
          />
        </span>
      )}
      <span className="truncate text-14 font-semibold text-ink">{title}</span>
    </div>
  )
}
