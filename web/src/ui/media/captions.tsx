import { useEffect, useRef, useState, type RefObject } from 'react'

/**
 * The lines that are spoken now. We draw them ourselves: a browser's own would lie under our line and chips, and be
 * left behind when the whole player fills the screen.
 */
export function Captions({ trackRef }: { trackRef: RefObject<HTMLTrackElement | null> }) {
  const [cues, setCues] = useState<VTTCue[]>([])
  useEffect(() => {
    const text = trackRef.current?.track
    return text && hearCues(text, setCues)
  }, [trackRef])
  if (cues.length === 0) return null
  return (
    <div className="video-captions">
      {cues.map((cue) => (
        <Cue key={`${cue.startTime} ${cue.text}`} cue={cue} />
      ))}
    </div>
  )
}

/** Reads a track without the browser drawing it, until the answer is called. */
function hearCues(track: TextTrack, hear: (cues: VTTCue[]) => void): () => void {
  track.mode = 'hidden'
  const read = () => hear([...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue))
  read()
  track.addEventListener('cuechange', read)
  return () => {
    track.removeEventListener('cuechange', read)
    track.mode = 'disabled'
  }
}

function Cue({ cue }: { cue: VTTCue }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // Parsed by the browser: bold, italic and voices, never markup of the page.
    line.current?.replaceChildren(cue.getCueAsHTML())
  }, [cue])
  return <p ref={line} />
}
