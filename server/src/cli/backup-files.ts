import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** Passes bytes on and adds them to a hash. */
const through = (hash: Hash): Transform =>
  new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk)
      done(null, chunk)
    },
  })

/** Writes a new file; answers the hash of what is in it. */
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

/** The lines of a packed file. Node's own reader also breaks them at U+2028, which people write. */
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
