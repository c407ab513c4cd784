import { stat } from 'node:fs/promises'
import type { FileFacts, VideoType } from '@plinth/contract/media/media.ts'
import { Decoder } from 'node-av/api'
import type { Packet } from 'node-av/lib'
import { packetsOf } from '../av/av-packets.ts'
import { Refusal } from '../process/tasks.ts'
import { videoFacts } from './video-facts.ts'
import { isPlainPicture, isPlainSound, openSource, type Source } from './video-source.ts'
import { DAMAGED_VIDEO, type VideoSeen } from './video-tasks.ts'

/** What a cleaned file is; at least one of its frames can be decoded. */
export async function inspect(
  file: string,
  type: VideoType,
): Promise<{ seen: VideoSeen; facts: FileFacts }> {
  const { size } = await stat(file)
  const source = await openSource(file, type)
  try {
    await decodeOne(source)
    const { width, height, sound, demuxer } = source
    if (!(demuxer.duration > 0)) throw new Refusal(DAMAGED_VIDEO)
    const seen = {
      width,
      height,
      durationMs: Math.round(demuxer.duration * 1_000),
      hasSound: sound !== null,
      isPlayable: type === 'video/mp4' && isPlainPicture(source) && isPlainSound(source),
    }
    return { seen, facts: videoFacts(source, size) }
  } finally {
    await source.demuxer.close()
  }
}

async function decodeOne(source: Source): Promise<void> {
  const decoder = await Decoder.create(source.picture, { threadCount: 1 })
  try {
    for await (const packet of packetsOf(source.demuxer, DAMAGED_VIDEO)) {
      if (packet.streamIndex !== source.picture.index) continue
      if (await holdsFrame(decoder, packet)) return
    }
    if (!(await holdsFrame(decoder, null))) throw new Refusal(DAMAGED_VIDEO)
  } finally {
    decoder.close()
  }
}

async function holdsFrame(decoder: Decoder, packet: Packet | null): Promise<boolean> {
  const frames = await decoder.decodeAll(packet)
  for (const frame of frames) frame.free()
  return frames.length > 0
}
