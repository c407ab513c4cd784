import { useEffect, useRef, useState } from 'react'
import { savesData } from '../../../lib/media/connection.ts'

interface FilmStripProps {
  src: string
  /** Width divided by height. */
  ratio: number
  seconds: number
}

const HEIGHT = 44

/**
 * Small frames along the line, from the film itself. They are drawn one after the other by a second element that is
 * never seen, so the film on the stage doesn't wait for them.
 */
export function FilmStrip({ src, ratio, seconds }: FilmStripProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // A newer link shows the same frames.
  const [first] = useState(src)
  useEffect(() => {
    const element = canvas.current
    if (element === null || savesData()) return
    const leaving = new AbortController()
    void draw(element, { src: first, ratio, seconds, signal: leaving.signal })
    return () => leaving.abort()
  }, [first, ratio, seconds])
  return <canvas ref={canvas} className="film-strip" />
}

interface Drawing extends FilmStripProps {
  signal: AbortSignal
}

/** Leaves the strip as far as it is if something fails. */
async function draw(canvas: HTMLCanvasElement, { src, ratio, seconds, signal }: Drawing) {
  const width = canvas.clientWidth
  const density = Math.min(2, window.devicePixelRatio)
  const count = Math.max(1, Math.round(width / (HEIGHT * Math.min(ratio, 3))))
  canvas.width = Math.round(width * density)
  canvas.height = HEIGHT * density
  const context = canvas.getContext('2d')
  if (context === null || width === 0) return
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  try {
    video.src = src
    await once(video, 'loadeddata', signal)
    for (let at = 0; at < count; at += 1) {
      video.currentTime = Math.min(seconds, video.duration) * ((at + 0.5) / count)
      await once(video, 'seeked', signal)
      drawFrame(context, video, { at, count })
    }
  } catch {
    // The link has expired, or the stage was left.
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

/** Fills its part of the strip; what is too wide or too high is left out on both sides. */
function drawFrame(
  context: CanvasRenderingContext2D,
  video: HTMLVideoElement,
  { at, count }: { at: number; count: number },
): void {
  const { width, height } = context.canvas
  const [left, right] = [Math.round((at * width) / count), Math.round(((at + 1) * width) / count)]
  const part = right - left
  const scale = Math.max(part / video.videoWidth, height / video.videoHeight)
  const [w, h] = [part / scale, height / scale]
  const [x, y] = [(video.videoWidth - w) / 2, (video.videoHeight - h) / 2]
  context.drawImage(video, x, y, w, h, left, 0, part, height)
}

const once = (video: HTMLVideoElement, type: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`no ${type}`))
    video.addEventListener(type, () => resolve(), { once: true, signal })
    video.addEventListener('error', fail, { once: true, signal })
    signal.addEventListener('abort', fail, { once: true })
  })
