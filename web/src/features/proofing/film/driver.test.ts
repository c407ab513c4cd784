import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { frameAt, frameTable, secondsOf } from '@plinth/contract/projects/frame-table.ts'
import { driveFilm, type FilmElement } from './driver.ts'

const table = frameTable({ unit: [1, 24_000], start: 0, steps: [[1_001, 149]] })

interface Behaviour {
  /** The element's time of the first frame. */
  origin?: number
  /** How many frames each of the next seeks is off by. */
  misses?: number[]
  /** Without requestVideoFrameCallback. */
  isOld?: boolean
  /** The first frame is presented without telling anybody. */
  isSilent?: boolean
}

/** Seeks in 30 ms, and plays by what the clock says. */
class FakeVideo extends EventTarget {
  playbackRate = 1
  readyState = 0
  paused = true
  ended = false
  seeks = 0
  #time = 0
  #offset = 0
  readonly #callbacks = new Map<number, VideoFrameRequestCallback>()
  readonly #origin: number
  readonly #misses: number[]
  readonly #isSilent: boolean
  requestVideoFrameCallback?: HTMLVideoElement['requestVideoFrameCallback']

  constructor({ origin = 0, misses = [], isOld = false, isSilent = false }: Behaviour = {}) {
    super()
    this.#origin = origin
    this.#misses = misses
    this.#isSilent = isSilent
    if (!isOld)
      this.requestVideoFrameCallback = (callback) => {
        const id = this.#callbacks.size + 1
        this.#callbacks.set(id, callback)
        return id
      }
  }
  cancelVideoFrameCallback = () => this.#callbacks.clear()

  get currentTime() {
    return this.#time
  }
  set currentTime(to: number) {
    this.#time = to
    this.seeks += 1
    this.#offset = this.#misses.shift() ?? 0
    const seek = this.seeks
    setTimeout(() => {
      if (seek !== this.seeks) return
      this.present()
      this.dispatchEvent(new Event('seeked'))
    }, 30)
  }
  get shown() {
    return frameAt(table, this.#time - this.#origin) + this.#offset
  }
  present() {
    const callbacks = [...this.#callbacks.values()]
    this.#callbacks.clear()
    const mediaTime = this.#origin + secondsOf(table, this.shown)
    // oxlint-disable-next-line promise/prefer-await-to-callbacks
    for (const callback of callbacks) callback(0, { mediaTime } as VideoFrameCallbackMetadata)
  }
  load() {
    this.readyState = 2
    this.#time = 0
    this.dispatchEvent(new Event('loadeddata'))
    if (!this.#isSilent) this.present()
  }
  play() {
    this.paused = false
    return Promise.resolve()
  }
  pause() {
    if (this.paused) return
    this.paused = true
    setTimeout(() => this.dispatchEvent(new Event('pause')), 0)
  }
  playFor(seconds: number) {
    for (let passed = 0; passed < seconds && !this.paused; passed += 1 / 60) {
      this.#time += this.playbackRate / 60
      this.present()
      vi.advanceTimersByTime(1_000 / 60)
    }
  }
}

function film(behaviour?: Behaviour) {
  const video = new FakeVideo(behaviour)
  const frames: number[] = []
  const stills: number[] = []
  const speeds: number[] = []
  const driver = driveFilm(video as FilmElement, table, {
    onFrame: (frame) => frames.push(frame),
    onStill: (frame) => stills.push(frame),
    onSpeed: (speed) => speeds.push(speed),
  })
  video.load()
  vi.advanceTimersByTime(3_000)
  return { video, driver, frames, stills, speeds }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
    setTimeout(() => callback(performance.now()), 16),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('begins with the first frame, wherever the element’s time has it', () => {
  const { stills, video } = film({ origin: 0.5 })
  expect(stills).toEqual([0])
  expect(video.currentTime).toBeCloseTo(0.5 + 500.5 / 24_000, 6)
})

it('seeks the first frame until it is seen, rather than guess its time', () => {
  const { stills, driver, video } = film({ origin: 0.5, isSilent: true })
  expect(stills).toEqual([0])
  driver.seek(77)
  vi.advanceTimersByTime(100)
  expect(stills).toEqual([0, 77])
  expect(video.shown).toBe(77)
})

it('reports the frame that is seen after a seek', () => {
  const { driver, stills, video } = film({ origin: 0.021 })
  driver.seek(77)
  vi.advanceTimersByTime(100)
  expect(stills.at(-1)).toBe(77)
  expect(video.shown).toBe(77)
})

it('seeks once more if another frame came', () => {
  const { driver, stills, video } = film({ misses: [0, -1] })
  driver.seek(77)
  vi.advanceTimersByTime(2_000)
  expect(stills).toEqual([0, 77])
  expect(video.seeks).toBe(3)
})

it('says what is seen instead if the wanted frame doesn’t come twice', () => {
  const { driver, stills, frames, video } = film({ misses: [0, -1, -1] })
  driver.seek(77)
  vi.advanceTimersByTime(2_000)
  expect(stills).toEqual([0, 76])
  expect(frames.at(-1)).toBe(76)
  expect(video.seeks).toBe(3)
})

it('goes to the last of many frames that are asked for while it seeks', () => {
  const { driver, stills, video } = film()
  for (let at = 0; at < 20; at += 1) driver.step(1)
  vi.advanceTimersByTime(200)
  expect(stills).toEqual([0, 20])
  expect(video.seeks).toBe(3)
  driver.step(-100)
  vi.advanceTimersByTime(200)
  expect(stills.at(-1)).toBe(0)
})

it('plays, and stops on the frame that is seen', () => {
  const { driver, stills, speeds, video, frames } = film()
  driver.play(1)
  video.playFor(2)
  expect(stills).toEqual([0])
  driver.stop()
  vi.advanceTimersByTime(200)
  expect(speeds).toEqual([1, 0])
  expect(stills).toEqual([0, video.shown])
  expect(video.shown).toBeGreaterThan(40)
  expect(frames.length).toBeGreaterThan(40)
})

it('plays a span, and goes back to where it begins', () => {
  const { driver, stills, speeds, video } = film()
  driver.play(1, { from: 10, until: 30 })
  video.playFor(4)
  vi.advanceTimersByTime(200)
  expect(stills).toEqual([0, 10])
  expect(speeds).toEqual([1, 0])
})

it('plays a span again and again if it is to', () => {
  const { driver, frames, speeds, video } = film()
  driver.setLoop(true)
  driver.play(1, { from: 10, until: 30 })
  for (let round = 0; round < 3; round += 1) {
    video.playFor(4)
    vi.advanceTimersByTime(100)
  }
  expect(speeds).toEqual([1])
  expect(frames.filter((frame) => frame === 30)).toHaveLength(3)
  expect(Math.max(...frames)).toBe(30)
})

it('plays backwards by the time that passes, and stops at the beginning', () => {
  const { driver, stills, speeds, video } = film()
  driver.seek(96)
  vi.advanceTimersByTime(100)
  driver.play(-2)
  vi.advanceTimersByTime(1_000)
  expect(96 - video.shown).toBeGreaterThan(40)
  expect(96 - video.shown).toBeLessThan(50)
  vi.advanceTimersByTime(3_000)
  expect(speeds).toEqual([-2, 0])
  expect(stills).toEqual([0, 96, 0])
})

it('begins anew when it is played from its last frame', () => {
  const { driver, frames, video } = film()
  driver.seek(149)
  vi.advanceTimersByTime(100)
  driver.play(1)
  vi.advanceTimersByTime(100)
  video.playFor(0.5)
  expect(frames.at(-1)).toBeLessThan(20)
})

it('goes on from the same frame with another link', () => {
  const { driver, stills, video } = film()
  driver.seek(77)
  vi.advanceTimersByTime(100)
  video.load()
  driver.resume()
  vi.advanceTimersByTime(100)
  expect(video.shown).toBe(77)
  expect(stills).toEqual([0, 77, 77])
})

it('plays on with another link if it was playing', () => {
  const { driver, speeds, video } = film()
  driver.play(1)
  video.playFor(1)
  video.paused = true
  video.load()
  driver.resume()
  vi.advanceTimersByTime(100)
  expect(video.paused).toBe(false)
  expect(speeds).toEqual([1])
})

it('goes by the element’s time in a browser that doesn’t say what it presents', () => {
  const { driver, stills, frames, video } = film({ isOld: true })
  driver.seek(77)
  vi.advanceTimersByTime(100)
  expect(stills).toEqual([0, 77])
  driver.play(1)
  video.playFor(1)
  expect(frames.at(-1)).toBeGreaterThan(95)
  driver.stop()
  vi.advanceTimersByTime(100)
  expect(stills.at(-1)).toBe(video.shown)
})
