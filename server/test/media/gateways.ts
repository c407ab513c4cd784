import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import {
  createImaging,
  type ImagingGateway,
  type RenderOptions,
} from '../../src/gateways/image/imaging.ts'
import { createVideo } from '../../src/gateways/video/video.ts'

export interface ImagingHarness {
  imaging: ImagingGateway
  folder: string
  /** Writes a file and returns its path. */
  fileOf: (bytes: string | Uint8Array) => Promise<string>
  /** Renders a picture and returns the bytes, through another gateway if one is given. */
  render: (file: string, options: RenderOptions, through?: ImagingGateway) => Promise<Buffer>
  /** Returns a path where no file exists yet. */
  newPath: () => string
  close: () => Promise<void>
}

/** Starts the imaging gateway with a folder of its own. */
export async function startImaging(): Promise<ImagingHarness> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-imaging-'))
  const imaging = createImaging()
  const newPath = () => path.join(folder, randomUUID())
  return {
    imaging,
    folder,
    newPath,
    render: async (file, options, through = imaging) => {
      const rendition = newPath()
      const bytes = await through.render(file, rendition, options)
      const output = await readFile(rendition)
      if (output.length !== bytes) throw new Error(`${output.length} bytes are there, not ${bytes}`)
      return output
    },
    fileOf: async (bytes) => {
      const file = newPath()
      await writeFile(file, bytes)
      return file
    },
    close: async () => {
      await imaging.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the video gateway with a folder that is deleted when it is closed. */
export async function startVideo() {
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
