import type { AvPacket } from '../av.ts'

/** How FFmpeg's `framecrc` writes that a packet has no time. */
const NO_TIME = -(2 ** 63)

/** Has the program write a line for each packet. */
export const PACKET_LINES = ['-f', 'framecrc', 'pipe:1']

/** Reads what `framecrc` writes of packets and frames: its head says how long a unit of time is in each track. */
export async function* packetsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<AvPacket> {
  const units = new Map<string, number>()
  for await (const line of linesOf(chunks)) {
    const head = /^#tb (?<index>\d+): (?<over>\d+)\/(?<under>\d+)$/.exec(line)?.groups
    if (head !== undefined) units.set(head.index ?? '', Number(head.over) / Number(head.under))
    if (line.startsWith('#') || line === '') continue
    const [index = '', , pts, duration, bytes] = line.split(',').map((word) => word.trim())
    const unit = units.get(index) ?? 0
    yield {
      start: Number(pts) === NO_TIME ? null : Number(pts) * unit,
      seconds: Number(duration) * unit,
      bytes: Number(bytes),
    }
  }
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
