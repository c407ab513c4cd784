import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export interface Encoded {
  bytes: Buffer
  encoding?: 'br' | 'gzip'
}

/** A body as a client with this `Accept-Encoding` gets it: at once, unless it is being compressed. */
export type Bodies = (acceptEncoding: string | undefined) => Encoded | Promise<Encoded>

/** Fewer bytes are not worth compressing. */
const THRESHOLD = 1_024

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** They are compressed once for many readers, so it may cost more than an answer for one. */
const BROTLI_QUALITY = 6

/** The same bytes in each encoding, made when somebody first asks for it. */
export function bodiesOf(bytes: Buffer): Bodies {
  const plain: Encoded = { bytes }
  let br: Encoded | Promise<Encoded> | undefined
  let gz: Encoded | Promise<Encoded> | undefined
  return (acceptEncoding) => {
    if (bytes.length < THRESHOLD || acceptEncoding === undefined) return plain
    switch (encodingFor(acceptEncoding)) {
      case 'br':
        br ??= brotlied(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }).then((body) => (br = { bytes: body, encoding: 'br' }))
        return br
      case 'gzip':
        gz ??= gzipped(bytes).then((body) => (gz = { bytes: body, encoding: 'gzip' }))
        return gz
      default:
        return plain
    }
  }
}

/** Browsers send the same few headers, and reading one costs more than all else that is done to choose a body. */
const known = new Map<string, Encoded['encoding']>()
const MAX_KNOWN = 100

function encodingFor(header: string): Encoded['encoding'] {
  if (known.has(header)) return known.get(header)
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(header, one))
  // So that nobody fills the memory with headers of their own.
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(header, encoding)
  return encoding
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((one) => {
    const [name = '', quality] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !/^q=0(\.0*)?$/.test(quality ?? '')
  })
