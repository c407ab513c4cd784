import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Demuxer, Muxer } from 'node-av/api'
import { Dictionary } from 'node-av/lib'

/** The same sound and pictures in a new file, with words about the whole of it and about its tracks. */
export async function inContainer(
  file: Buffer,
  format: string,
  words: Record<string, string>,
  trackWords: Record<string, string> = {},
): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-words-'))
  try {
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')]
    await writeFile(from, file)
    await copy(from, to, { format, words, trackWords })
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copy(
  from: string,
  to: string,
  {
    format,
    words,
    trackWords,
  }: { format: string } & Record<'words' | 'trackWords', Record<string, string>>,
): Promise<void> {
  const source = await Demuxer.open(from)
  const target = await Muxer.open(to, { format })
  for (const stream of source.streams) {
    const added = target.getStream(target.addStream(stream))
    if (added !== undefined) added.metadata = Dictionary.fromObject(trackWords)
  }
  target.getFormatContext().metadata = Dictionary.fromObject(words)
  for await (const packet of source.packets()) {
    if (packet === null) break
    await target.writePacket(packet, packet.streamIndex)
    packet.free()
  }
  for (const stream of source.streams) await target.writePacket(null, stream.index)
  await target.close()
  await source.close()
}
