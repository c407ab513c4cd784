import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import {
  createImaging,
  type ImagingGateway,
  type RenderOptions,
} from '../../src/gateways/image/imaging.ts'
import { findAv } from '../../src/gateways/av/find.ts'
import type { Programs } from '../../src/gateways/av/system/programs.ts'
import { createVideo } from '../../src/gateways/video/video.ts'

/** A folder of its own for a test's files. */
export async function startFiles() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-files-'))
  /** Returns a path where no file exists yet. */
  const newFile = () => path.join(folder, randomUUID())
  return {
    newFile,
    /** Writes a file and returns its path. */
    fileOf: async (bytes: string | Uint8Array): Promise<string> => {
      const file = newFile()
      await writeFile(file, bytes)
      return file
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Starts the imaging gateway with a folder of its own. */
export async function startImaging() {
  const files = await startFiles()
  const imaging = createImaging()
  return {
    ...files,
    imaging,
    /** Renders a picture and returns the bytes, through another gateway if one is given. */
    render: async (
      file: string,
      options: RenderOptions,
      through: ImagingGateway = imaging,
    ): Promise<Buffer> => {
      const rendition = files.newFile()
      const bytes = await through.render(file, rendition, options)
      const output = await readFile(rendition)
      if (output.length !== bytes) throw new Error(`${output.length} bytes are there, not ${bytes}`)
      return output
    },
    close: async () => {
      await imaging.close()
      await files.close()
    },
  }
}

/**
 * The FFmpeg that tests use: the library, or the machine's own with TEST_VIDEO=system. Throws an error that says what to
 * install if that is not there.
 */
export const testedPrograms = (): Promise<Programs | null> =>
  findAv(process.env.TEST_VIDEO === 'system' ? { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' } : null)

/** Starts the video gateway with a folder that is deleted when it is closed. */
export async function startVideo() {
  const files = await startFiles()
  const video = createVideo({ programs: await testedPrograms() })
  const cleaned = async (bytes: Uint8Array) => {
    const clean = files.newFile()
    const facts = await video.clean(await files.fileOf(bytes), clean)
    return { clean, facts }
  }
  return {
    ...files,
    video,
    cleaned,
    playOf: async (bytes: Uint8Array): Promise<Buffer> => {
      const [{ clean, facts }, play] = [await cleaned(bytes), files.newFile()]
      await video.play(clean, play, facts)
      return readFile(play)
    },
    close: async () => {
      await video.close()
      await files.close()
    },
  }
}
