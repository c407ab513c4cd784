import './film-preview.css'
import { useEffect, useState } from 'react'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { savesData } from '../../lib/media/connection.ts'

/** One card may be hovered while another has focus. Only the later one plays. */
let stopOther: (() => void) | null = null

/** A silent preview exactly over the poster, visible only once it plays, so that nothing shifts or flashes. */
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
      // `timeupdate` repeats, while a single `playing` could fire before React listens.
      onTimeUpdate={() => setMoves(true)}
    />
  )
}
