import type { Scale } from '../playing/play-line.tsx'
import { playingTexts } from '../playing/playing-texts.ts'

/** `0:05.2`: minutes, seconds and tenths. */
export function soundTime(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100)
  const seconds = Math.floor(tenths / 10)
  const rest = String(seconds % 60).padStart(2, '0')
  return `${Math.floor(seconds / 60)}:${rest}.${tenths % 10}`
}

/** The line of a sound: its places are milliseconds. */
export function soundScale(durationMs: number): Scale {
  const last = Math.max(1, durationMs)
  const share = (place: number) => place / last
  return {
    last,
    step: 100,
    seconds: last / 1_000,
    shareOf: share,
    endOf: share,
    placeAt: (at) => Math.round(at * last),
    placeOf: (kept) => kept,
    short: soundTime,
    long: (place) => playingTexts.sound.at(soundTime(place), soundTime(last)),
  }
}
