import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createVideo } from '../../src/gateways/video/video.ts'

/** Films on disk, and what is made of them, in a folder that is gone once it is closed. */
export async function openVideoDesk() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-videos-'))
  const video = createVideo()
  const newFile = () => path.join(folder, randomUUID())

  const fileOf = async (bytes: string | Uint8Array): Promise<string> => {
    const file = newFile()
    await writeFile(file, bytes)
    return file
  }
  const cleaned = async (bytes: Uint8Array) => {
    const clean = newFile()
    const facts = await video.clean(await fileOf(bytes), clean)
    return { clean, facts }
  }

  return {
    video,
    newFile,
    fileOf,
    cleaned,
    playOf: async (bytes: Uint8Array): Promise<Buffer> => {
      const [{ clean, facts }, play] = [await cleaned(bytes), newFile()]
      await video.play(clean, play, facts)
      return readFile(play)
    },
    close: async () => {
      await video.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
