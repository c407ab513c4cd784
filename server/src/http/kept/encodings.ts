import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

interface Encoded {
  bytes: Buffer
  encoding?: 'br' | 'gzip'
}

/** A body as a client with this `Accept-Encoding` gets it. */
export type Bodies = (acceptEncoding: string | undefined) => Promise<Encoded>

/** Fewer bytes are not worth compressing. */
const THRESHOLD = 1_024

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** They are compressed once for many readers, so it may cost more than an answer for one. */
const BROTLI_QUALITY = 6

/** The same bytes in each encoding, made when somebody first asks for it. */
export function bodiesOf(bytes: Buffer): Bodies {
  let br: Promise<Encoded> | undefined
  let gz: Promise<Encoded> | undefined
  return async (acceptEncoding = '') => {
    if (bytes.length < THRESHOLD) return { bytes }
    if (accepts(acceptEncoding, 'br')) {
      br ??= brotlied(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }).then((body) => ({ bytes: body, encoding: 'br' }))
      return br
    }
    if (accepts(acceptEncoding, 'gzip')) {
      gz ??= gzipped(bytes).then((body) => ({ bytes: body, encoding: 'gzip' }))
      return gz
    }
    return { bytes }
  }
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((one) => {
    const [name = '', quality] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '')
  })
