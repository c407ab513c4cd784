/** Content Credentials (C2PA) as programs and cameras write them, without a signature that anybody would accept. */
import { box, words } from '../corpus/boxes.ts'
import { pngChunk } from './pictures.ts'

const TYPE = Buffer.alloc(16, 0x63)
const labelled = (label: string, ...parts: Buffer[]): Buffer =>
  box('jumb', box('jumd', TYPE, Buffer.from([3]), `${label}\0`), ...parts)

/** With one assertion of this label and content. */
export const credentials = (assertion = 'c2pa.actions', content = 'made by hand'): Buffer =>
  labelled(
    'c2pa',
    labelled(
      'urn:uuid:0190c2a0-0000-7000-8000-000000000001',
      labelled('c2pa.assertions', labelled(assertion, box('cbor', content))),
      labelled('c2pa.claim', box('cbor', 'a claim')),
      labelled('c2pa.signature', box('cbor', 'a signature')),
    ),
  )

const CREDENTIALS_ID = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')

/** Where each format has them. */
export const withCredentials: Record<string, (file: Buffer, boxes: Buffer) => Buffer> = {
  'image/jpeg': (file, boxes) => {
    const half = Math.floor(boxes.length / 2)
    const part = (number: number, data: Buffer) => {
      const body = Buffer.concat([Buffer.from('JP\0\x01'), words(number), data])
      const head = Buffer.from([0xff, 0xeb, 0, 0])
      head.writeUInt16BE(body.length + 2, 2)
      return Buffer.concat([head, body])
    }
    // Later segments repeat the head of the box.
    const later = Buffer.concat([boxes.subarray(0, 8), boxes.subarray(half)])
    const parts = [part(1, boxes.subarray(0, half)), part(2, later)]
    const at = 4 + file.readUInt16BE(4)
    return Buffer.concat([file.subarray(0, at), ...parts, file.subarray(at)])
  },
  'image/png': (file, boxes) =>
    Buffer.concat([file.subarray(0, 33), pngChunk('caBX', boxes), file.subarray(33)]),
  'image/webp': (file, boxes) => {
    const head = Buffer.alloc(8)
    head.write('C2PA', 'latin1')
    head.writeUInt32LE(boxes.length, 4)
    const whole = Buffer.concat([file, head, boxes, Buffer.alloc(boxes.length % 2)])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  },
  'image/avif': (file, boxes) =>
    Buffer.concat([
      file,
      box('uuid', CREDENTIALS_ID, Buffer.from('\0\0\0\0manifest\0', 'latin1'), words(0, 0), boxes),
    ]),
}
