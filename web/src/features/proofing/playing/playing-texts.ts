import type { MarkState } from '@plinth/contract/proofing/marks.ts'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'

const STATES: Readonly<Record<MarkState, string>> = {
  open: 'open',
  done: 'done',
  confirmed: 'done and confirmed',
}

export const playingTexts = {
  pins: 'Comments along the line',
  pin: ({ number, at, state }: { number: number; at: string; state: MarkState }) =>
    `Comment ${number}, ${at}, ${STATES[state]}`,
  span: (from: string, to: string) => `${from} to ${to}`,
  from: (from: string) => `from ${from}`,
  none: 'from and to',
  fromHere: 'From here',
  toHere: 'To here',
  clear: 'Clear from and to',
  seconds: (seconds: number) => `${seconds} s`,
  length: (minutes: number, seconds: number) =>
    seconds === 0 ? `${minutes} min` : `${minutes} min ${seconds} s`,
  play: 'Play',
  pause: 'Pause',
  toggle: 'play and stop',
  speed: (speed: number) => (speed < 0 ? `${-speed}× back` : `${speed}×`),
  loop: 'Repeat',
  mute: 'Sound',
  volume: 'Volume',
  full: 'Full screen',
  loading: 'Loading',
  again: 'Try again',
  comment: [['M'], 'comment here'],
  draw: [['D'], 'draw'],
  film: {
    line: 'Position in the film',
    at: (code: string, frame: number, all: number) => `${code}, frame ${frame} of ${all}`,
    frame: (frame: number, all: number) => `Frame ${frame} of ${all}`,
    back: 'One frame back',
    on: 'One frame forward',
    failed: 'We couldn’t play this film.',
    hints: [
      [['J', 'K', 'L'], 'back, stop, play'],
      [['←', '→'], 'one frame'],
      [['Shift'], 'ten frames'],
    ],
  },
  sound: {
    line: 'Position in the sound',
    at: (at: string, all: string) => `${at} of ${all}`,
    of: (all: string) => `of ${all}`,
    back: 'A tenth of a second back',
    on: 'A tenth of a second forward',
    failed: 'We couldn’t play this sound.',
    hints: [
      [['J', 'K', 'L'], 'back 2 s, stop, play'],
      [['←', '→'], '0.1 s'],
      [['Shift'], '1 s'],
    ],
  },
} as const

/** The keys of a film or a sound, for the dialog that lists all keys. */
export function keysOf({ proof, frames }: Pick<ProofVersion, 'proof' | 'frames'>) {
  const isFilm = proof?.film != null && frames !== null
  if (!isFilm && proof?.sound == null) return []
  const { hints } = isFilm ? playingTexts.film : playingTexts.sound
  const lines = [
    ...hints,
    [['I', 'O'], playingTexts.none],
    [['Space'], playingTexts.toggle],
  ] as const
  return lines.map(([keys, words]) => [keys.join(' '), words] as const)
}
