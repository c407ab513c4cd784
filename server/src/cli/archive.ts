import { readFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Digest } from './backup-queries.ts'

export const MANIFEST = 'manifest.json'
export const OBJECTS = 'objects.jsonl.gz'

export interface TableEntry extends Digest {
  name: string
  file: string
  sha256: string
}

export interface ObjectEntry {
  key: string
  bytes: number
  /** Null if the backup holds only the list of objects. */
  sha256: string | null
}

/** What a backup holds, with everything needed to check that it was restored completely. */
export interface Manifest {
  format: 1
  madeAt: string
  /** The version of the database, by its migrations. */
  migrations: string[]
  tables: TableEntry[]
  /** The sum of each account of the books, in cents. */
  ledger: Record<string, string>
  objects: { count: number; bytes: number; areCopied: boolean; sha256: string }
}

/** Says in one sentence why a backup cannot be made or restored. */
export class BackupError extends Error {}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch(() => {
    throw new BackupError(`${folder} holds no whole backup: ${MANIFEST} is missing.`)
  })
  const manifest = parseManifest(text)
  if (manifest === null) throw new BackupError(`${MANIFEST} of this backup is damaged.`)
  if (manifest.format !== 1) throw new BackupError(`${folder} was made by a newer Plinth.`)
  return manifest
}

function parseManifest(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return null
  }
}

export const objectFile = (folder: string, key: string): string => path.join(folder, 'objects', key)

/** A stream that passes bytes on and adds them to a hash. */
const through = (hash: Hash): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })

/** Writes a new file and returns the SHA-256 of its content. */
export async function writeHashed(
  file: string,
  source: Readable | AsyncIterable<string | Uint8Array>,
  { zip = false }: { zip?: boolean } = {},
): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true })
  const hash = createHash('sha256')
  const target = createWriteStream(file, { flags: 'wx', flush: true })
  if (zip) await pipeline(source, createGzip(), through(hash), target)
  else await pipeline(source, through(hash), target)
  return hash.digest('hex')
}

export async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

export const hashOfFile = (file: string): Promise<string> => hashOf(createReadStream(file))

/** Reads the lines of a gzipped file. Node's own reader would also split at U+2028, which people do write. */
export async function* readLines(file: string): AsyncIterable<string> {
  const text = createReadStream(file).pipe(createGunzip()).setEncoding('utf8')
  let rest = ''
  for await (const part of text) {
    const lines = `${rest}${part as string}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
