import {
  frameAt,
  lastFrame,
  nearestFrame,
  secondsOf,
  seekTime,
  type FrameTable,
} from '@plinth/contract/projects/frame-table.ts'

/** A frame that was sought is presented within this time, or what is shown counts. */
const PATIENCE_MS = 400
/** The first frame may have been presented before anybody asked. It is then sought this often, until it is seen. */
const FIRST_EVERY_MS = 1_000

/** What the driver needs of a `video` element. */
export type FilmElement = Pick<
  HTMLVideoElement,
  | 'currentTime'
  | 'playbackRate'
  | 'addEventListener'
  | 'pause'
  | 'play'
  | 'paused'
  | 'readyState'
  | 'ended'
> &
  Partial<Pick<HTMLVideoElement, 'requestVideoFrameCallback' | 'cancelVideoFrameCallback'>>

export interface FilmReport {
  /** A frame that is shown, or that was asked for and is on its way. */
  onFrame: (frame: number) => void
  /** The film stands still, and this frame is the one that is seen. */
  onStill: (frame: number) => void
  /** How fast it plays: 1 as it is, 2 twice as fast, -1 backwards, 0 not at all. */
  onSpeed: (speed: number) => void
}

interface Seek {
  frame: number
  /** The second one for the same frame. */
  isAgain: boolean
  /** The browser says that it is done. */
  isSought: boolean
  /** Something was presented since it began. */
  isPresented: boolean
}

export interface FilmDriver {
  /** Stops and shows this frame. */
  seek: (frame: number) => void
  /** So many frames on from the one that was asked for last. */
  step: (frames: number) => void
  /** `until` is a frame to turn round or to stop at, and `from` the one to go back to then. */
  play: (speed: number, span?: { from: number; until: number } | null) => void
  stop: () => void
  setLoop: (isLoop: boolean) => void
  /** After another link to the same film was loaded: goes on from where it was. */
  resume: () => void
  leave: () => void
}

/**
 * Moves a film by frames. The time of a `video` element says only roughly what is seen, so after each seek it is read
 * which frame was presented, and one that is not the wanted one is sought once more.
 */
export function driveFilm(
  video: FilmElement,
  table: FrameTable,
  { onFrame, onStill, onSpeed }: FilmReport,
): FilmDriver {
  const last = lastFrame(table)
  const leaving = new AbortController()
  /** The element's time of the first frame, which is not 0 if the sound begins earlier. */
  let origin: number | null = null
  /** The frame that was presented last, if the browser says so. */
  let presented: number | null = null
  let wanted = 0
  let speed = 0
  let span: { from: number; until: number } | null = null
  let isLoop = false
  /** The seek that is on its way. */
  let seeking: Seek | null = null
  let patience: ReturnType<typeof setTimeout> | undefined
  let asking: ReturnType<typeof setInterval> | undefined
  let callback: number | undefined
  const knowsFrames = video.requestVideoFrameCallback !== undefined

  const isSame = (one: number, other: number) => table.times[one] === table.times[other]
  const setSpeed = (next: number) => {
    if (speed === next) return
    speed = next
    onSpeed(next)
  }
  const shown = () => presented ?? frameAt(table, video.currentTime - (origin ?? 0))

  const watch = () => {
    callback = video.requestVideoFrameCallback?.((_, { mediaTime }) => {
      watch()
      seen(mediaTime)
    })
  }
  const seen = (mediaTime: number) => {
    origin ??= mediaTime
    presented = nearestFrame(table, mediaTime - origin)
    if (seeking !== null) {
      seeking.isPresented = true
      if (seeking.isSought && isSame(presented, seeking.frame)) landed()
    } else if (!isReady) begin()
    else if (speed > 0) passed(presented)
  }

  let isReady = false
  /** Seeks once even if nothing was asked for, so that the first frame is sure to be seen. */
  const begin = () => {
    if (isReady) return
    isReady = true
    clearInterval(asking)
    origin ??= 0
    seekTo(wanted)
  }

  const seekTo = (frame: number, isAgain = false) => {
    seeking = { frame, isAgain, isSought: false, isPresented: false }
    video.currentTime = (origin ?? 0) + seekTime(table, frame)
  }
  const sought = () => {
    if (seeking === null) return
    seeking.isSought = true
    clearTimeout(patience)
    if (!knowsFrames || (seeking.isPresented && isSame(shown(), seeking.frame))) landed()
    else patience = setTimeout(landed, PATIENCE_MS)
  }
  const landed = () => {
    if (seeking === null) return
    clearTimeout(patience)
    const { frame, isAgain } = seeking
    seeking = null
    if (speed < 0) back()
    else if (speed > 0) start()
    else if (frame !== wanted) seekTo(wanted)
    else if (!isSame(shown(), wanted) && !isAgain) seekTo(wanted, true)
    else {
      if (!isSame(shown(), wanted)) wanted = shown()
      onFrame(wanted)
      onStill(wanted)
    }
  }
  const aim = (frame: number) => {
    wanted = Math.min(Math.max(0, frame), last)
    onFrame(wanted)
    if (isReady && seeking === null) seekTo(wanted)
  }
  const halt = () => {
    setSpeed(0)
    video.pause()
  }

  const start = () => {
    video.playbackRate = speed
    // A browser may want a press first; then the button still offers to play.
    video.play().catch(() => {
      if (speed > 0) stop()
    })
    if (!knowsFrames) follow()
  }
  const follow = () => {
    requestAnimationFrame(() => {
      if (speed <= 0 || seeking !== null || leaving.signal.aborted) return
      passed(shown())
      follow()
    })
  }
  /** While it plays. */
  const passed = (frame: number) => {
    wanted = frame
    onFrame(frame)
    if (span !== null && frame >= span.until) turn(span.from)
  }
  /** At the end of what is played. */
  const turn = (from: number) => {
    if (isLoop) {
      video.pause()
      wanted = from
      seekTo(from)
    } else {
      halt()
      aim(from)
    }
  }

  let backFrom = { frame: 0, at: 0 }
  /** Goes back by the time that has passed. Browsers play forwards only. */
  const back = () => {
    requestAnimationFrame((now) => {
      if (speed >= 0 || seeking !== null || leaving.signal.aborted) return
      const seconds =
        secondsOf(table, backFrom.frame) + (speed * Math.max(0, now - backFrom.at)) / 1_000
      const frame = frameAt(table, seconds)
      if (seconds <= 0 || frame === 0) {
        setSpeed(0)
        aim(0)
      } else if (frame === wanted) back()
      else {
        wanted = frame
        onFrame(frame)
        seekTo(frame)
      }
    })
  }

  const stop = () => {
    if (speed === 0) return
    const wasForwards = speed > 0
    halt()
    // The middle of the frame that is seen, so that nothing else is shown when the browser is done with pausing.
    aim(wasForwards && seeking === null ? shown() : wanted)
  }

  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    video.addEventListener(type, listener, { signal: leaving.signal })
  on('seeked', sought)
  on('ended', () => {
    if (speed > 0) turn(isLoop ? 0 : last)
  })
  // Keyboards and headphones have keys of their own.
  on('pause', () => {
    if (speed > 0 && seeking === null && !video.ended) stop()
  })
  on('play', () => {
    if (speed === 0 && !video.paused) setSpeed(1)
  })
  const loaded = () => {
    if (isReady) return
    if (!knowsFrames) begin()
    // Taking its time for 0 instead would be wrong by as much as the sound begins earlier.
    else
      asking ??= setInterval(() => {
        video.currentTime = 0
      }, FIRST_EVERY_MS)
  }
  on('loadeddata', loaded)
  watch()
  if (video.readyState >= 2) loaded()

  return {
    seek: (frame) => {
      halt()
      span = null
      aim(frame)
    },
    step: (frames) => {
      halt()
      span = null
      let next = wanted + frames
      // Of frames with the same time only the last one is ever seen.
      while (next > 0 && next < last && isSame(next, wanted)) next += Math.sign(frames)
      aim(next)
    },
    play: (next, nextSpan = span) => {
      const isBack = speed < 0
      span = nextSpan
      setSpeed(next)
      // Until it has loaded, and while it seeks, the end of that goes on with it.
      const isFree = isReady && seeking === null
      if (next < 0) {
        video.pause()
        backFrom = { frame: wanted, at: performance.now() }
        if (isFree && !isBack) back()
      } else if (!isReady) start()
      else if (isFree) {
        if (wanted < (span?.until ?? last)) start()
        else seekTo(span?.from ?? 0)
      }
    },
    stop,
    setLoop: (next) => {
      isLoop = next
    },
    resume: () => {
      clearTimeout(patience)
      if (isReady) seekTo(wanted)
    },
    leave: () => {
      leaving.abort()
      clearTimeout(patience)
      clearInterval(asking)
      if (callback !== undefined) video.cancelVideoFrameCallback?.(callback)
    },
  }
}
