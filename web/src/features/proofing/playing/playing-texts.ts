import type { MarkState } from '@plinth/contract/proofing/marks.ts'

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
  from: (from: string) => `From ${from}`,
  clear: 'Clear from and to',
  seconds: (seconds: number) => `${seconds} s`,
  play: 'Play',
  pause: 'Pause',
  speed: (speed: number) => (speed < 0 ? `${-speed}× back` : `${speed}×`),
  loop: 'Repeat',
  mute: 'Sound',
  volume: 'Volume',
  full: 'Full screen',
  loading: 'Loading',
  again: 'Try again',
  keys: 'Keys',
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
      [['I', 'O'], 'from and to'],
      [['M'], 'comment here'],
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
      [['J', 'K', 'L'], 'two seconds back, stop, play'],
      [['←', '→'], 'a tenth of a second'],
      [['Shift'], 'a second'],
      [['I', 'O'], 'from and to'],
      [['M'], 'comment here'],
    ],
  },
} as const
