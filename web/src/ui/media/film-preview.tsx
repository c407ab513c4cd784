import './film-preview.css'
import { useEffect, useState } from 'react'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { savesData } from '../../lib/media/saves-data.ts'

/** One card has the mouse and another may have the focus: the later one plays. */
let stopOther: (() => void) | null = null

/** The film lies exactly over its poster and is seen once it moves: nothing shifts and nothing flashes. */
export function FilmPreview({ src }: { src: string }) {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [isStopped, setStopped] = useState(false)
  const [moves, setMoves] = useState(false)
  useEffect(() => {
    const stop = () => setStopped(true)
    stopOther?.()
    stopOther = stop
    return () => {
      if (stopOther === stop) stopOther = null
    }
  }, [])
  if (still || isStopped || savesData()) return null
  return (
    <video
      src={src}
      className="film-preview"
      data-moves={moves ? '' : undefined}
      aria-hidden
      tabIndex={-1}
      autoPlay
      muted
      loop
      playsInline
      disablePictureInPicture
      // Told again and again: that it plays can be said before anybody listens.
      onTimeUpdate={() => setMoves(true)}
    />
  )
}
