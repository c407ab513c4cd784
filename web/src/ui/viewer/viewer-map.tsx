import type { PointerEvent } from 'react'
import { visiblePart, type Viewport, type Scene } from './zoom.ts'

interface ViewerMapProps {
  src: string
  viewport: Viewport
  scene: Scene
  onShow: (across: number, down: number) => void
}

const SIDE = 80

/** A thumbnail of the picture with the visible part marked. Keyboard users move with the arrow keys instead. */
export function ViewerMap({ src, viewport, scene, onShow }: ViewerMapProps) {
  const { width, height } = scene.image
  const scale = SIDE / Math.max(width, height)
  const part = visiblePart(viewport, scene)
  const percent = (share: number) => `${share * 100}%`
  const point = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    onShow((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
  }
  return (
    <div
      aria-hidden
      className="viewer-map"
      style={{ width: Math.max(width * scale, 12), height: Math.max(height * scale, 12) }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={point}
    >
      <img src={src} alt="" draggable={false} />
      <span
        style={{
          left: percent(part.left),
          top: percent(part.top),
          width: percent(part.width),
          height: percent(part.height),
        }}
      />
    </div>
  )
}
