import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { ownBytes } from '../json.ts'

export interface Encoded {
  bytes: Buffer
  encoding?: 'br' | 'gzip'
}

/** A body as a client with this `Accept-Encoding` gets it: at once, unless it is being compressed. */
export type Bodies = (acceptEncoding: string | undefined) => Encoded | Promise<Encoded>

/** Fewer bytes are not worth compressing. */
const THRESHOLD = 1_024

const compress = promisify(brotliCompress)
const unpacked = promisify(brotliDecompress)
const zip = promisify(gzip)
/** They are compressed once for many readers, so it may cost more than an answer for one. */
const BROTLI_QUALITY = 6

/** The power of two of the smallest window that holds so many bytes. */
const windowFor = (bytes: number): number =>
  Math.min(
    Math.max(Math.ceil(Math.log2(bytes)), constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_MAX_WINDOW_BITS,
  )

const gzipped = async (bytes: Buffer): Promise<Buffer> => ownBytes(await zip(bytes))

const brotlied = async (bytes: Buffer): Promise<Buffer> =>
  ownBytes(
    await compress(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // A larger window finds nothing more, and by itself Brotli takes memory for one of 4 MB.
        [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
      },
    }),
  )

/** The same bytes in each encoding, made when somebody first asks for it. */
export function bodiesOf(body: Buffer): Bodies {
  const bytes = ownBytes(body)
  const plain: Encoded = { bytes }
  let br: Encoded | Promise<Encoded> | undefined
  let gz: Encoded | Promise<Encoded> | undefined
  return (acceptEncoding) => {
    if (bytes.length < THRESHOLD || acceptEncoding === undefined) return plain
    switch (encodingFor(acceptEncoding)) {
      case 'br':
        br ??= brotlied(bytes).then((small) => (br = { bytes: small, encoding: 'br' }))
        return br
      case 'gzip':
        gz ??= gzipped(bytes).then((small) => (gz = { bytes: small, encoding: 'gzip' }))
        return gz
      default:
        return plain
    }
  }
}

/**
 * The same, to be kept for long, and how many bytes that takes: only what is compressed is kept, a tenth of the whole.
 * The few clients that take no compression get it unpacked. That lasts until the garbage collector needs the memory.
 */
export async function packedBodiesOf(whole: Buffer): Promise<{ bodies: Bodies; bytes: number }> {
  if (whole.length < THRESHOLD) return { bodies: bodiesOf(whole), bytes: whole.length }
  const br: Encoded = { bytes: await brotlied(whole), encoding: 'br' }
  let gz: Encoded | Promise<Encoded> | undefined
  let plain: WeakRef<Encoded> | undefined
  let unpacking: Promise<Encoded> | undefined
  const unpack = async (): Promise<Encoded> => {
    try {
      const body = { bytes: await unpacked(br.bytes) }
      plain = new WeakRef(body)
      return body
    } finally {
      unpacking = undefined
    }
  }
  const bodies: Bodies = (acceptEncoding = '') => {
    switch (encodingFor(acceptEncoding)) {
      case 'br':
        return br
      case 'gzip':
        gz ??= unpacked(br.bytes)
          .then((bytes) => gzipped(bytes))
          .then((bytes) => (gz = { bytes, encoding: 'gzip' }))
        return gz
      default:
        return plain?.deref() ?? (unpacking ??= unpack())
    }
  }
  // Somebody may ask for the other encoding, too.
  return { bodies, bytes: 2 * br.bytes.length }
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
