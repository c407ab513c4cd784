import { describe, expect, it } from 'vitest'
import { writeEdl } from './edl.ts'
import { editable, markedVersion, steady, versionOf } from './marked.example.ts'
import { editableFilm } from './marked.ts'

/**
 * A reader of CMX 3600 lists, written from the description of the format. It knows nothing of how they are written: time
 * code is not computed but looked up, in a list of labels counted one after the other as SMPTE 12M says.
 */
interface Event {
  frame: number
  lastFrame: number
  remarks: { frame: number; colour: string; text: string }[]
  resolve: { colour: string; text: string; duration: number }
}

const EVENT =
  /^(?<number>\d{3,6}) +(?<reel>\w{1,32}) +(?<track>V) +(?<edit>C) +(?<sourceIn>\S{11}) (?<sourceOut>\S{11}) (?<recordIn>\S{11}) (?<recordOut>\S{11})$/
const LOCATOR = /^\* LOC: (?<code>\S{11}) (?<colour>[A-Z]+) +(?<text>.+)$/
const RESOLVE = /^ \|C:(?<colour>ResolveColor[A-Z][a-z]+) \|M:(?<text>[^|]+) \|D:(?<duration>\d+)$/

function readEdl(
  text: string,
  perSecond: number,
): { title: string; isDrop: boolean; events: Event[] } {
  const lines = text.split('\r\n')
  const title = /^TITLE: (.+)$/.exec(lines.shift() ?? '')?.[1] ?? ''
  const mode = /^FCM: (DROP FRAME|NON-DROP FRAME)$/.exec(lines.shift() ?? '')?.[1]
  const isDrop = mode === 'DROP FRAME'
  const labels = labelsFrom({ hour: 1, minutes: 12, perSecond, isDrop })
  const frameOf = (code: string | undefined): number => {
    const frame = labels.get(code ?? '')
    if (frame === undefined) throw new Error(`no such time code: ${code}`)
    return frame
  }
  const events: Event[] = []
  const numbers: number[] = []
  for (const line of lines) {
    if (line === '') continue
    const event = EVENT.exec(line)?.groups
    const locator = LOCATOR.exec(line)?.groups
    const resolve = RESOLVE.exec(line)?.groups
    const last = events.at(-1)
    if (event !== undefined) {
      numbers.push(Number(event['number']))
      expect([event['sourceIn'], event['sourceOut']]).toEqual([
        event['recordIn'],
        event['recordOut'],
      ])
      const frame = frameOf(event['recordIn'])
      const end = frameOf(event['recordOut'])
      expect(end - frame).toBe(1)
      if (last !== undefined) expect(frame).toBeGreaterThanOrEqual(last.lastFrame)
      const nothing = { colour: '', text: '', duration: 0 }
      events.push({ frame, lastFrame: end, remarks: [], resolve: nothing })
    } else if (locator !== undefined && last !== undefined) {
      const { code, colour = '', text: remark = '' } = locator
      last.remarks.push({ frame: frameOf(code), colour, text: remark })
    } else if (resolve !== undefined && last !== undefined) {
      const { colour = '', text: remark = '', duration } = resolve
      last.resolve = { colour, text: remark, duration: Number(duration) }
    } else throw new Error(`not a line of the format: ${line}`)
  }
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  return { title, isDrop, events }
}

/** Every label of some minutes after an hour, with its frame counted from there. */
function labelsFrom(range: { hour: number; minutes: number; perSecond: number; isDrop: boolean }) {
  const { hour, minutes, perSecond, isDrop } = range
  const two = (number: number) => `0${number}`.slice(-2)
  const labels = new Map<string, number>()
  for (let minute = 0; minute < minutes; minute += 1)
    for (let second = 0; second < 60; second += 1)
      for (let frame = 0; frame < perSecond; frame += 1) {
        const isLeftOut =
          isDrop && second === 0 && minute % 10 !== 0 && frame < (perSecond > 30 ? 4 : 2)
        if (isLeftOut) continue
        const sign = isDrop ? ';' : ':'
        labels.set(`${two(hour)}:${two(minute)}:${two(second)}${sign}${two(frame)}`, labels.size)
      }
  return labels
}

const RATES = [
  { name: '23.976', step: 1_001, unit: 24_000, perSecond: 24, isDrop: false },
  { name: '25', step: 512, unit: 12_800, perSecond: 25, isDrop: false },
  { name: '29.97', step: 1_001, unit: 30_000, perSecond: 30, isDrop: true },
  { name: '29.97 without drop', step: 1_001, unit: 30_000, perSecond: 30, isDrop: false },
  { name: '59.94', step: 1_001, unit: 60_000, perSecond: 60, isDrop: true },
  { name: '59.94 without drop', step: 1_001, unit: 60_000, perSecond: 60, isDrop: false },
]

describe('a list of edits', () => {
  it.each(RATES)(
    'has each mark at its frame, at $name frames a second',
    ({ step, unit, perSecond, isDrop }) => {
      // Eleven minutes: over nine minutes that skip numbers, and one that does not.
      const count = perSecond * 60 * 11
      const frames = steady(count, step, unit)
      // Around each change of a minute, and everywhere else.
      const wanted = [...Array(200).keys()].map((at) => (at * 7919) % count)
      for (let minute = 0; minute < 11; minute += 1)
        wanted.push(
          minute * perSecond * 60,
          minute * perSecond * 60 + 1,
          Math.round((minute * 60 * unit) / step),
        )
      const unique = [...new Set(wanted)].filter((frame) => frame < count)
      const version = versionOf({ frames })
      const marked = markedVersion(
        version,
        unique.map((frame) => ({ place: { from: frame * step }, text: `Frame ${frame}` })),
      )
      const read = readEdl(writeEdl(editable(marked), { isDrop }), perSecond)
      expect(read.isDrop).toBe(isDrop)
      expect(read.events.map(({ frame }) => frame)).toEqual(
        unique.toSorted((one, other) => one - other),
      )
      for (const { frame, remarks } of read.events)
        expect(remarks).toEqual([{ frame, colour: 'RED', text: `Leila Farahani: Frame ${frame}` }])
    },
  )

  it('has one event for all marks of a frame, in the colour of the least finished', () => {
    const frames = steady(100, 512, 12_800)
    const marked = markedVersion(versionOf({ frames }), [
      {
        place: { from: 35 * 512, to: 70 * 512 },
        text: 'Too slow.',
        state: 'done',
        replies: ['Half a second?'],
      },
      { place: { from: 35 * 512 }, text: 'A line\nand | a bar.', state: 'confirmed' },
      { text: 'All of it is lovely.', state: 'confirmed' },
    ])
    const { title, events } = readEdl(writeEdl(editable(marked), { isDrop: true }), 25)
    expect(title).toBe('Opening, episode 3, tunnel-push-in.mov')
    expect(events).toEqual([
      {
        frame: 0,
        lastFrame: 1,
        remarks: [{ frame: 0, colour: 'GREEN', text: 'Leila Farahani: All of it is lovely.' }],
        resolve: {
          colour: 'ResolveColorGreen',
          text: 'Leila Farahani: All of it is lovely.',
          duration: 1,
        },
      },
      {
        frame: 35,
        lastFrame: 36,
        remarks: [
          { frame: 35, colour: 'YELLOW', text: 'Leila Farahani: Too slow. / Theo: Half a second?' },
          { frame: 35, colour: 'GREEN', text: 'Leila Farahani: A line and / a bar.' },
        ],
        resolve: {
          colour: 'ResolveColorYellow',
          text: 'Leila Farahani: Too slow. / Theo: Half a second? / Leila Farahani: A line and / a bar.',
          duration: 36,
        },
      },
    ])
  })
})

describe('a film that can be edited', () => {
  const rateOf = (steps: [number, number][], unit: [number, number]) =>
    editableFilm(markedVersion(versionOf({ frames: { unit, start: 0, steps } }), []))?.rate ?? null

  it('has frames that last equally long', () => {
    expect(rateOf([[1_001, 99]], [1, 24_000])).toEqual([24_000, 1_001])
    expect(rateOf([[1, 99]], [1_001, 30_000])).toEqual([30_000, 1_001])
    expect(rateOf([[40, 99]], [1, 1_000])).toEqual([25, 1])
  })

  it('has no other frames, more than one, and a rate that time code counts', () => {
    const uneven: [number, number][] = [
      [40, 5],
      [80, 1],
      [40, 5],
    ]
    expect(rateOf(uneven, [1, 1_000])).toBeNull()
    expect(rateOf([], [1, 1_000])).toBeNull()
    expect(rateOf([[80, 99]], [1, 1_000])).toBeNull()
    expect(rateOf([[1, 99]], [1, 120])).toBeNull()
  })
})
