import { PassThrough, finished, pipeline, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** A path inside the archive, with `/`; neither absolute nor with `..`. */
  name: string
  /** Called when its turn comes; the next entry is asked for once this stream has ended. */
  open: () => Readable | Promise<Readable>
  /** When known, an entry that turns out shorter or longer fails the archive. */
  bytes?: number
  at?: Date
}

/** What is text gets smaller; pictures, films and sound are compressed already. */
const SHRINKS = /\.(json|html|txt|csv)$/i

/** An archive as it is written: nothing of it is held in memory. A failing entry destroys the stream. */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const fail = (error: Error) => out.destroy(error)
  zip.on('error', fail)
  pipeline(zip.outputStream, out, (error) => error && fail(error))
  fill(zip, entries, out).catch(fail)
  return out
}

async function fill(zip: ZipFile, entries: AsyncIterable<ZipEntry>, out: PassThrough) {
  for await (const entry of entries) {
    if (out.destroyed) return
    await add(zip, entry, out)
  }
  zip.end()
}

function add(zip: ZipFile, entry: ZipEntry, out: PassThrough): Promise<void> {
  const { name, open, bytes, at } = entry
  return new Promise((resolve, reject) => {
    const options = {
      compress: SHRINKS.test(name),
      ...(bytes === undefined ? {} : { size: bytes }),
      ...(at === undefined ? {} : { mtime: at }),
    }
    zip.addReadStreamLazy(name, options, (give) => {
      const start = async () => {
        const stream = await open()
        // Whoever reads may be gone by now, or go: a source left open would stay open.
        const stop = () => stream.destroy()
        if (out.destroyed) stop()
        out.once('close', stop)
        finished(stream, (error) => {
          out.off('close', stop)
          if (error) reject(error)
          else resolve()
        })
        give(null, stream)
      }
      start().catch(reject)
    })
  })
}
