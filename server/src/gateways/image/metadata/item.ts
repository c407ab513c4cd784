import { readBoxes, type Box } from './avif.ts'

const IN_FILE = 0
const HEADER_BYTES = 8

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(HEADER_BYTES)
  head.writeUInt32BE(HEADER_BYTES + parts.reduce((sum, part) => sum + part.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}
/** A number of up to six bytes; none for 0 bytes. */
const number = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  if (bytes > 0) buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/**
 * Adds an XMP packet to an AVIF that our encoder wrote: as an item at the end of the file, which describes the picture.
 * Everything behind the list of items moves by as much as that grows. Throws RangeError for a file of another form.
 */
export function addXmpItem(file: Buffer, packet: Buffer): Buffer {
  const boxes = readBoxes(file, 0, file.length)
  const meta = boxes.find(({ type }) => type === 'meta')
  const isPlain = boxes.every(({ type }) => ['ftyp', 'meta', 'mdat', 'free'].includes(type))
  if (meta === undefined || !isPlain) throw new RangeError('not a still picture')
  const inner = readBoxes(file, meta.start + 4, meta.end)
  const find = (type: string): Box => {
    const found = inner.find((one) => one.type === type)
    if (found === undefined) throw new RangeError(`has no ${type}`)
    return found
  }
  const infos = find('iinf')
  if (file.readUInt8(infos.start) !== 0) throw new RangeError('more items than pictures have')
  const ids = readBoxes(file, infos.start + 6, infos.end).map(({ start }) =>
    file.readUInt16BE(start + 4),
  )
  const id = Math.max(...ids) + 1
  const pitm = find('pitm')
  const primary = file.readUInt16BE(pitm.start + 4)

  const rest = (moved: number, packetAt: number): Buffer => {
    const parts = inner.map((one) => {
      if (one.type === 'iinf') return withInfo(file, one, id)
      if (one.type === 'iloc') {
        return withLocation(file, one, {
          id,
          moved,
          from: meta.end,
          at: packetAt,
          length: packet.length,
        })
      }
      if (one.type === 'iref') return withReference(file, one, { id, primary })
      return file.subarray(one.typeAt - 4, one.end)
    })
    if (!inner.some(({ type }) => type === 'iref')) {
      parts.push(box('iref', Buffer.alloc(4), description({ id, primary })))
    }
    return box('meta', file.subarray(meta.start, meta.start + 4), ...parts)
  }
  const moved = rest(0, 0).length - (meta.end - meta.typeAt + 4)
  const before = file.subarray(0, meta.typeAt - 4)
  const after = file.subarray(meta.end)
  const packetAt = file.length + moved + HEADER_BYTES
  return Buffer.concat([before, rest(moved, packetAt), after, box('mdat', packet)])
}

function withInfo(file: Buffer, iinf: Box, id: number): Buffer {
  const entry = box(
    'infe',
    // Version 2, and hidden: it is not a picture to show.
    Buffer.from([2, 0, 0, 1]),
    number(id, 2),
    number(0, 2),
    Buffer.from('mime\0application/rdf+xml\0\0', 'latin1'),
  )
  const count = file.readUInt16BE(iinf.start + 4)
  return box(
    'iinf',
    file.subarray(iinf.start, iinf.start + 4),
    number(count + 1, 2),
    file.subarray(iinf.start + 6, iinf.end),
    entry,
  )
}

interface Location {
  id: number
  /** By how much everything from offset `from` on moves. */
  moved: number
  from: number
  at: number
  length: number
}

function withLocation(file: Buffer, iloc: Box, { id, moved, from, at, length }: Location): Buffer {
  const content = Buffer.from(file.subarray(iloc.start, iloc.end))
  const version = content.readUInt8(0)
  const sizes = content.readUInt16BE(4)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  const isUsual =
    version <= 1 && offsetBytes === 4 && lengthBytes === 4 && [0, 4].includes(baseBytes)
  if (!isUsual) throw new RangeError('unusual offsets')
  const count = content.readUInt16BE(6)
  let next = 8
  for (let item = 0; item < count; item += 1) {
    next += 2
    const method = version === 0 ? IN_FILE : content.readUInt16BE(next) & 15
    next += (version === 0 ? 0 : 2) + 2
    const base = baseBytes === 0 ? 0 : content.readUInt32BE(next)
    const isBaseMoved = method === IN_FILE && base >= from
    if (isBaseMoved) content.writeUInt32BE(base + moved, next)
    next += baseBytes
    const extents = content.readUInt16BE(next)
    next += 2
    for (let extent = 0; extent < extents; extent += 1) {
      next += indexBytes
      const offset = content.readUInt32BE(next)
      const isMoved = method === IN_FILE && !isBaseMoved && base + offset >= from
      if (isMoved) content.writeUInt32BE(offset + moved, next)
      next += offsetBytes + lengthBytes
    }
  }
  content.writeUInt16BE(count + 1, 6)
  const entry = Buffer.concat([
    number(id, 2),
    number(0, version === 0 ? 0 : 2),
    number(0, 2),
    number(0, baseBytes),
    number(1, 2),
    number(0, indexBytes),
    number(at, 4),
    number(length, 4),
  ])
  return box('iloc', content, entry)
}

interface Reference {
  id: number
  primary: number
}

const description = ({ id, primary }: Reference): Buffer =>
  box('cdsc', number(id, 2), number(1, 2), number(primary, 2))

function withReference(file: Buffer, iref: Box, reference: Reference): Buffer {
  if (file.readUInt8(iref.start) !== 0) throw new RangeError('unusual references')
  return box('iref', file.subarray(iref.start, iref.end), description(reference))
}
