import { buffer } from 'node:stream/consumers'
import { openPromise, type Entry } from 'yauzl'
import { Refusal } from '../process/tasks.ts'
import { DAMAGED_DOCUMENT } from './documents-tasks.ts'

/** Of one part, unpacked, and of all that are read together. */
const MAX_PART_BYTES = 24 * 1024 ** 2
const MAX_ALL_BYTES = 96 * 1024 ** 2
const MAX_PARTS = 10_000
/** What these documents never have. It could name files of this machine, or grow without an end. */
const DECLARATION = /<!\s*(?:DOCTYPE|ENTITY)/i

const TOO_MUCH =
  'This document is too large to be shown once it is unpacked. Make its pictures smaller, or save it as a PDF.'

/** The parts of a document that is a ZIP archive, unpacked within limits. */
export interface Parts {
  exists: (name: string) => boolean
  /** With `utf-8` the text of a part, with `base64` its bytes as that, otherwise its bytes. Throws a Refusal. */
  read: (name: string, encoding?: string) => Promise<string | Uint8Array>
}

/** Runs `work` with the parts of this file. Throws a Refusal if they are more than can be read. */
export async function withParts<T>(file: string, work: (parts: Parts) => Promise<T>): Promise<T> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
  try {
    if (zip.entryCount > MAX_PARTS) throw new Refusal(TOO_MUCH)
    const entries = new Map<string, Entry>()
    for await (const entry of zip.eachEntry()) {
      // Two programs could take different ones for the part.
      if (entries.has(entry.fileName)) throw new Refusal(DAMAGED_DOCUMENT)
      entries.set(entry.fileName, entry)
    }
    let all = 0
    const bytesOf = async (name: string): Promise<Buffer> => {
      const entry = entries.get(name)
      if (entry === undefined) throw new Refusal(DAMAGED_DOCUMENT)
      all += entry.uncompressedSize
      if (entry.uncompressedSize > MAX_PART_BYTES || all > MAX_ALL_BYTES)
        throw new Refusal(TOO_MUCH)
      // The stream fails as soon as there is more in it than the archive says.
      return buffer(await zip.openReadStreamPromise(entry))
    }
    return await work({
      exists: (name) => entries.has(name),
      read: async (name, encoding) => {
        const bytes = await bytesOf(name)
        if (encoding === undefined) return bytes
        if (encoding === 'base64') return bytes.toString('base64')
        const text = bytes.toString('utf8')
        if (DECLARATION.test(text)) throw new Refusal(DAMAGED_DOCUMENT)
        return text
      },
    })
  } finally {
    zip.close()
  }
}
