/** Boxes of the ISO base media file format, which MP4, MOV, M4A, AVIF and HEIC consist of. */
interface Box {
  type: string
  /** The whole box, header included. */
  bytes: Buffer
}

const HEAD_BYTES = 8

export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(HEAD_BYTES + body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A box that starts with a version and flags. */
export const fullBox = (type: string, version: number, flags: number, ...parts: Buffer[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, flags]), ...parts)

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32BE(at) || bytes.length - at
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + HEAD_BYTES),
      bytes: bytes.subarray(at, at + size),
    })
    at += size
  }
  return boxes
}

/** Copies the boxes with the body of one of them changed. */
export const withBox = (
  bytes: Buffer,
  type: string,
  change: (body: Buffer, startsAt: number) => Buffer,
): Buffer => {
  const all = boxesOf(bytes)
  const index = all.findIndex((one) => one.type === type)
  const found = all[index]
  if (found === undefined) throw new Error(`no ${type}`)
  const startsAt = all.slice(0, index).reduce((sum, one) => sum + one.bytes.length, 0)
  const changed = box(type, change(found.bytes.subarray(HEAD_BYTES), startsAt + HEAD_BYTES))
  return Buffer.concat(all.map((one, at) => (at === index ? changed : one.bytes)))
}

export const words = (...numbers: number[]): Buffer =>
  Buffer.concat(
    numbers.map((number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(number >>> 0)
      return bytes
    }),
  )

export const shorts = (...numbers: number[]): Buffer =>
  Buffer.from(numbers.flatMap((number) => [number >> 8, number & 0xff]))
