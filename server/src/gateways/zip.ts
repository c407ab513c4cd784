import { PassThrough, finished, pipeline, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  /** A path inside the archive, with `/`; neither absolute nor with `..`. */
  name: string
  /** Called when it is this entry's turn. The next entry is requested once this stream has ended. */
  open: () => Readable | Promise<Readable>
  /** When it is given, an entry with a different length makes the archive fail. */
  bytes?: number
  at?: Date
}

/** Only text is compressed. Pictures, videos and sound already are. */
const SHRINKS = /\.(json|html|txt|csv)$/i

/**
 * Returns the archive as a stream that is written entry by entry, so it never sits in memory. If an entry fails, the
 * stream is destroyed.
 */
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
        // The reader may already have disconnected, or do so later. Then this source has to be closed too.
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
