import { useEffect, useRef, useState, type RefObject } from 'react'

/**
 * The current captions. We draw them ourselves, because the browser's would lie under our slider and chips, and would be
 * missing when the whole player fills the screen.
 */
export function Captions({ trackRef }: { trackRef: RefObject<HTMLTrackElement | null> }) {
  const [cues, setCues] = useState<VTTCue[]>([])
  useEffect(() => {
    const text = trackRef.current?.track
    return text && followCues(text, setCues)
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

/** Follows a track's active cues without the browser drawing them. Returns a function that stops. */
function followCues(track: TextTrack, onCues: (cues: VTTCue[]) => void): () => void {
  track.mode = 'hidden'
  const read = () => onCues([...(track.activeCues ?? [])].filter((cue) => cue instanceof VTTCue))
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
    // The browser parses cues into bold, italic and voices, never into other markup.
    line.current?.replaceChildren(cue.getCueAsHTML())
  }, [cue])
  return <p ref={line} />
}
