import { setImmediate } from 'node:timers/promises'
import type { Demuxer } from 'node-av/api'
import { AV_NOPTS_VALUE, AV_PKT_FLAG_CORRUPT, AVERROR_EOF } from 'node-av/constants'
import { FFmpegError, Packet, type Rational } from 'node-av/lib'
import type { AvPacket } from '../av.ts'

/** After this many packets, let the watchdog of this process run. */
const YIELD_EVERY = 256

/**
 * Yields a file's packets in order. Each is valid until the next one is requested. Throws an error for a file that
 * breaks off in the middle.
 */
export async function* packetsOf(demuxer: Demuxer): AsyncGenerator<Packet> {
  const format = demuxer.getFormatContext()
  const packet = new Packet()
  packet.alloc()
  try {
    for (let count = 1; ; count += 1) {
      if (count % YIELD_EVERY === 0) await setImmediate()
      const result = format.readFrameSync(packet)
      if (result === AVERROR_EOF) return
      FFmpegError.throwIfError(result, 'read')
      if (packet.hasFlags(AV_PKT_FLAG_CORRUPT)) throw new Error('a packet is damaged')
      packet.timeBase = demuxer.streams[packet.streamIndex]?.timeBase ?? packet.timeBase
      yield packet
      packet.unref()
    }
  } finally {
    packet.free()
  }
}

export function packetFacts({ pts, duration, timeBase, size }: Packet): AvPacket {
  const unit = ratio(timeBase)
  return {
    start: pts === AV_NOPTS_VALUE ? null : Number(pts) * unit,
    seconds: Number(duration) * unit,
    bytes: size,
  }
}

export const ratio = ({ num, den }: Pick<Rational, 'num' | 'den'>): number =>
  den === 0 ? 0 : num / den
