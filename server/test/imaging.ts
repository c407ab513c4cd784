import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createImaging, type ImagingGateway } from '../src/gateways/imaging.ts'

export interface ImagingBench {
  imaging: ImagingGateway
  folder: string
  /** Writes a file; answers its path. */
  fileOf: (bytes: string | Uint8Array) => Promise<string>
  /** A path where nothing is yet. */
  newPath: () => string
  close: () => Promise<void>
}

/** The gateway and a folder of its own. */
export async function startImaging(): Promise<ImagingBench> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-imaging-'))
  const imaging = createImaging()
  const newPath = () => path.join(folder, randomUUID())
  return {
    imaging,
    folder,
    newPath,
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
