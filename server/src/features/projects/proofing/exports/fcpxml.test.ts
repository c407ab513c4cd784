import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import { writeFcpxml } from './fcpxml.ts'
import { editable, markedVersion, steady, versionOf } from './marked.example.ts'

interface Marker {
  start: string
  duration: string
  value: string
  completed: string
  note?: string
}
interface Document {
  fcpxml: {
    version: string
    resources: {
      format: { id: string; frameDuration: string; width?: string; height?: string }
      asset: { id: string; format: string; duration: string; 'media-rep': { src: string } }
    }
    event: {
      name: string
      project: {
        name: string
        sequence: {
          format: string
          duration: string
          tcFormat: string
          spine: { 'asset-clip': { ref: string; duration: string; marker: Marker[] } }
        }
      }
    }
  }
}

function read(text: string): Document['fcpxml'] {
  expect(XMLValidator.validate(text)).toBe(true)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    isArray: (name) => name === 'marker',
  })
  return (parser.parse(text) as Document).fcpxml
}

/** A time of the format as numerator and denominator: 64 and 32 bits at most. */
function timeOf(text: string): [bigint, bigint] {
  const { above = '', below = '1' } = /^(?<above>\d+)(\/(?<below>\d+))?s$/.exec(text)?.groups ?? {}
  expect(BigInt(below)).toBeLessThan(2n ** 31n)
  return [BigInt(above), BigInt(below)]
}

/** How many times one time is in another; throws unless it is a whole number. */
function quotient(all: string, one: string): number {
  const [[above, below], [frameAbove, frameBelow]] = [timeOf(all), timeOf(one)]
  const [numerator, denominator] = [above * frameBelow, below * frameAbove]
  if (numerator % denominator !== 0n) throw new Error(`${all} is between two frames`)
  return Number(numerator / denominator)
}

const RATES = [
  { name: '23.976', step: 1_001, unit: 24_000, frame: '1001/24000s', tcFormat: 'NDF' },
  { name: '25', step: 512, unit: 12_800, frame: '1/25s', tcFormat: 'NDF' },
  { name: '29.97', step: 1_001, unit: 30_000, frame: '1001/30000s', tcFormat: 'DF' },
  { name: '59.94', step: 1_001, unit: 60_000, frame: '1001/60000s', tcFormat: 'DF' },
]

describe('Final Cut Pro XML', () => {
  it.each(RATES)('has each mark at its frame, at $name frames a second', (film) => {
    const { step, unit, frame, tcFormat } = film
    const frames = steady(40_000, step, unit)
    const wanted = [...Array(200).keys()].map((at) => (at * 7_919) % 40_000)
    const marked = markedVersion(
      versionOf({ frames }),
      wanted.map((at) => ({
        place: { from: at * step, to: (at + 12) * step },
        text: `Frame ${at}`,
      })),
    )
    const { version, resources, event } = read(writeFcpxml(editable(marked)))
    expect(version).toBe('1.10')
    expect(resources.format.frameDuration).toBe(frame)
    const { sequence } = event.project
    const clip = sequence.spine['asset-clip']
    expect(sequence.tcFormat).toBe(tcFormat)
    expect([resources.asset.format, sequence.format]).toEqual([
      resources.format.id,
      resources.format.id,
    ])
    expect(clip.ref).toBe(resources.asset.id)
    for (const { duration } of [sequence, clip, resources.asset])
      expect(quotient(duration, frame)).toBe(40_000)
    expect(clip.marker).toHaveLength(200)
    for (const marker of clip.marker) {
      const at = quotient(marker.start, frame)
      expect(marker.value).toBe(`Leila Farahani: Frame ${at}`)
      expect(quotient(marker.duration, frame)).toBe(Math.min(13, 40_000 - at))
    }
    expect(new Set(clip.marker.map(({ value }) => value)).size).toBe(200)
  })

  it('keeps what people write, and says what is finished', () => {
    const version = versionOf({
      fileName: 'Tür & <Tor> "7".mov',
      frames: steady(50, 512, 12_800),
      proof: {
        film: { url: '/', width: 1_280, height: 720, durationMs: 2_000, hasSound: true },
        sound: null,
        pages: null,
        picture: null,
        archive: null,
      },
    })
    const marked = markedVersion(version, [
      {
        text: '“Dark” & <b>cold</b>,\n\u0001 isn’t it? "Yes" 🎬',
        state: 'confirmed',
        replies: ['A > b'],
      },
      { text: 'Later.', place: { from: 512 }, state: 'done' },
    ])
    const { resources, event } = read(writeFcpxml(editable(marked)))
    expect(resources.format).toMatchObject({ width: '1280', height: '720' })
    expect(decodeURIComponent(resources.asset['media-rep'].src)).toBe('./Tür & <Tor> "7".mov')
    expect(event.project.name).toBe('Opening, episode 3, Tür & <Tor> "7".mov')
    const text = '“Dark” & <b>cold</b>, isn’t it? "Yes" 🎬'
    expect(event.project.sequence.spine['asset-clip'].marker).toEqual([
      {
        start: '0s',
        duration: '1/25s',
        value: `Leila Farahani: ${text}`,
        completed: '1',
        note: `Leila Farahani: ${text} / Theo: A > b`,
      },
      { start: '1/25s', duration: '1/25s', value: 'Leila Farahani: Later.', completed: '0' },
    ])
  })
})
