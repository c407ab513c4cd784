import './heat.css'
import { useEffect, useRef } from 'react'
import type { Difference } from './difference.ts'
import type { Found } from './use-difference.ts'

/** The colour of the lamp. */
const LIGHT = [255, 231, 191] as const
const DARK = 0.4

interface HeatProps {
  found: Found
  /** Whether the newer picture is seen beneath, dark and without colours. */
  isOnPicture?: boolean
  label: string
}

/** Light where two pictures differ, and a line around each area. */
export function Heat({ found: { difference, newer }, isOnPicture = false, label }: HeatProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    context?.putImageData(drawn(difference, isOnPicture ? newer : null), 0, 0)
  }, [difference, newer, isOnPicture])
  const { width, height } = difference
  return (
    <div className="compare-heat" role="img" aria-label={label}>
      <canvas ref={canvas} width={width} height={height} />
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        <path className="compare-edge" d={difference.outline} />
        <path className="compare-outline" d={difference.outline} />
      </svg>
    </div>
  )
}

function drawn({ heat, width, height }: Difference, under: ImageData | null): ImageData {
  const image = new ImageData(width, height)
  const { data } = image
  for (let at = 0; at < heat.length; at += 1) {
    const share = ((heat[at] ?? 0) / 255) * 0.85
    const from = at * 4
    if (under === null) {
      data.set([...LIGHT, Math.round(share * 255)], from)
      continue
    }
    const [red = 0, green = 0, blue = 0, alpha = 0] = under.data.subarray(from, from + 4)
    const grey = (0.3 * red + 0.59 * green + 0.11 * blue) * DARK * (alpha / 255)
    for (const [index, light] of LIGHT.entries())
      data[from + index] = Math.round(grey * (1 - share) + light * share)
    data[from + 3] = 255
  }
  return image
}
