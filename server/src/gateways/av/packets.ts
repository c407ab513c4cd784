import { setImmediate } from 'node:timers/promises'
import type { Demuxer } from 'node-av/api'
import { AV_PKT_FLAG_CORRUPT, AVERROR_EOF } from 'node-av/constants'
import { FFmpegError, Packet, type Rational } from 'node-av/lib'
import { Refusal } from '../process/tasks.ts'

/** After this many packets, let the watchdog of this process run. */
const YIELD_EVERY = 256

/**
 * Yields a file's packets in order. Each is valid until the next one is requested. A file that breaks off in the middle
 * counts as damaged.
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
