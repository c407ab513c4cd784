import { setImmediate } from 'node:timers/promises'
import type { Demuxer } from 'node-av/api'
import { AV_PKT_FLAG_CORRUPT, AVERROR_EOF } from 'node-av/constants'
import { FFmpegError, Packet, type Rational } from 'node-av/lib'
import { Refusal } from '../process/tasks.ts'

/** So many packets are read at a time before whoever watches over this process is let in. */
const YIELD_EVERY = 256

/**
 * The packets of a file in their order. A packet is good until the next one is asked for. What breaks off in the
 * middle is damaged, and not over.
 */
export async function* packetsOf(demuxer: Demuxer, damaged: string): AsyncGenerator<Packet> {
  const format = demuxer.getFormatContext()
  const packet = new Packet()
  packet.alloc()
  try {
    for (let count = 1; ; count += 1) {
      if (count % YIELD_EVERY === 0) await setImmediate()
      const result = format.readFrameSync(packet)
      if (result === AVERROR_EOF) return
      FFmpegError.throwIfError(result, 'read')
      if (packet.hasFlags(AV_PKT_FLAG_CORRUPT)) throw new Refusal(damaged)
      packet.timeBase = demuxer.streams[packet.streamIndex]?.timeBase ?? packet.timeBase
      yield packet
      packet.unref()
    }
  } finally {
    packet.free()
  }
}

export const ratio = ({ num, den }: Pick<Rational, 'num' | 'den'>): number =>
  den === 0 ? 0 : num / den
