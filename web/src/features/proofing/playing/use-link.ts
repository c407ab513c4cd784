import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

/** A link this close to its end counts as expired. */
const MARGIN_MS = 10_000
/** A new link comes within this time, or it is said that it didn't. */
const PATIENCE_MS = 10_000

function isExpired(url: string): boolean {
  const expires = Number(URL.parse(url, document.baseURI)?.searchParams.get('expires') ?? 0)
  return expires * 1_000 - MARGIN_MS < Date.now()
}

interface Link {
  /** The link to load. It stays while it works, even if there is a newer one. */
  src: string
  /** It cannot be played, and a new link is no help or doesn't come. */
  isBroken: boolean
  again: () => void
}

/**
 * Links to films and sounds expire after minutes, often in the middle of one. Asks for a new link then, once, and loads
 * it when it comes. `onLoaded` is called when that has begun, so that it goes on from where it was.
 */
export function useLink(
  media: RefObject<HTMLMediaElement | null>,
  { url, onFailed, onLoaded }: { url: string; onFailed: () => void; onLoaded: () => void },
): Link {
  const [src, setSrc] = useState(url)
  const [isBroken, setBroken] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const isFirst = useRef(true)
  // While rendering, so that the old link is not loaded once more.
  if (isWaiting && url !== src) {
    setSrc(url)
    setWaiting(false)
  }
  const failed = useEffectEvent(() => {
    if (url !== src) setSrc(url)
    else if (isWaiting) return
    else if (isExpired(src)) {
      setWaiting(true)
      onFailed()
    } else setBroken(true)
  })
  const loaded = useEffectEvent(() => {
    setBroken(false)
    if (!isFirst.current) onLoaded()
    isFirst.current = false
  })
  useEffect(() => {
    const element = media.current
    if (element === null) return
    const leaving = new AbortController()
    element.addEventListener('error', () => failed(), { signal: leaving.signal })
    element.addEventListener('loadedmetadata', () => loaded(), { signal: leaving.signal })
    return () => leaving.abort()
  }, [media])
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setBroken(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  const again = () => {
    setBroken(false)
    // Whatever is wrong with this link, a new one may be better.
    setWaiting(true)
    onFailed()
    media.current?.load()
  }
  return { src, isBroken, again }
}
