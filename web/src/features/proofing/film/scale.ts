import {
  frameAt,
  frameOfUnits,
  lastFrame,
  lengthInSeconds,
  secondsOf,
  shortTimeCode,
  timeCode,
  type FrameTable,
} from '@plinth/contract/projects/frame-table.ts'
import type { Scale } from '../playing/play-line.tsx'
import { playingTexts } from '../playing/playing-texts.ts'

/** The line of a film: its places are frames, and they are as far apart as in time. */
export function filmScale(table: FrameTable): Scale {
  const seconds = lengthInSeconds(table)
  const last = lastFrame(table)
  const shareOf = (frame: number) => secondsOf(table, frame) / seconds
  return {
    last,
    step: 1,
    seconds,
    shareOf,
    placeAt: (share) => frameAt(table, share * seconds),
    placeOf: (units) => frameOfUnits(table, units),
    endOf: (frame) => (frame < last ? shareOf(frame + 1) : 1),
    short: (frame) => shortTimeCode(table, frame),
    long: (frame) => playingTexts.film.at(timeCode(table, frame), frame + 1, last + 1),
  }
}
