import { readFile } from 'node:fs/promises'
import { ExifTool } from 'exiftool-vendored'
import { startFiles } from './gateways.ts'

export type Told = Record<string, string>

/** Reads and writes metadata as other programs do. */
export async function startExifTool() {
  const files = await startFiles()
  const tool = new ExifTool({ maxProcs: 1 })
  return {
    /** What a file says, by group and name; figures and colour profiles are left out. */
    read: async (bytes: Uint8Array): Promise<Told> => {
      const told = await tool.readRaw(await files.fileOf(bytes), { readArgs: ['-G1', '-a', '-n'] })
      const entries = Object.entries(told).filter(
        ([name]) => name.includes(':') && !/^(System|ExifTool|File|Composite|ICC.*):/.test(name),
      )
      return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    },
    /** The same file with this metadata. */
    write: async (bytes: Uint8Array, words: readonly string[]): Promise<Buffer> => {
      const file = await files.fileOf(bytes)
      await tool.write(file, {}, { writeArgs: ['-overwrite_original', ...words] })
      return readFile(file)
    },
    close: async () => {
      await tool.end()
      await files.close()
    },
  }
}
