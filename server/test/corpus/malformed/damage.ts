import type { Random } from '../../../seeds/random.ts'
import type { MalformedFile } from './file.ts'

/** Most of a file's structure is in its first bytes. */
const HEAD_BYTES = 200

/** Ways to damage a valid file; each returns new bytes. */
const DAMAGES: Record<string, (whole: Buffer, random: Random) => Buffer> = {
  'cut off early': (whole, random) =>
    whole.subarray(0, random.integer(1, Math.min(64, whole.length - 1))),
  'cut off': (whole, random) => whole.subarray(0, random.integer(1, whole.length - 1)),
  'cut off near its end': (whole, random) =>
    whole.subarray(0, -random.integer(1, Math.min(40, whole.length - 1))),
  'bits of its head': (whole, random) => flip(whole, random, Math.min(HEAD_BYTES, whole.length), 6),
  'bits anywhere': (whole, random) => flip(whole, random, whole.length, 12),
  'bytes of its head': (whole, random) => {
    const broken = Buffer.from(whole)
    const at = random.integer(8, Math.min(HEAD_BYTES, whole.length - 1))
    for (let index = at; index < Math.min(at + 4, broken.length); index += 1) {
      broken.writeUInt8(random.integer(0, 255), index)
    }
    return broken
  },
  'largest numbers in its head': (whole, random) => {
    const broken = Buffer.from(whole)
    const at = random.integer(4, Math.min(HEAD_BYTES, whole.length - 1))
    broken.fill(0xff, at, Math.min(broken.length, at + random.pick([2, 4, 8])))
    return broken
  },
  'a hole': (whole, random) => {
    const broken = Buffer.from(whole)
    const at = random.integer(8, whole.length - 1)
    broken.fill(0, at, Math.min(broken.length, at + random.integer(16, 400)))
    return broken
  },
  'a piece missing': (whole, random) => {
    const at = random.integer(8, whole.length - 1)
    return Buffer.concat([whole.subarray(0, at), whole.subarray(at + random.integer(1, 300))])
  },
  'a piece twice': (whole, random) => {
    const at = random.integer(8, whole.length - 1)
    return Buffer.concat([whole.subarray(0, at + random.integer(1, 300)), whole.subarray(at)])
  },
}

function flip(whole: Buffer, random: Random, reach: number, most: number): Buffer {
  const broken = Buffer.from(whole)
  for (let left = random.integer(1, most); left > 0; left -= 1) {
    const at = random.integer(0, reach - 1)
    broken.writeUInt8(broken.readUInt8(at) ^ (1 << random.integer(0, 7)), at)
  }
  return broken
}

/** Damages each file `countOf` times, in all ways in turn. */
export function damagedFiles(
  wholes: Record<string, Buffer>,
  countOf: (type: string) => number,
  random: Random,
): MalformedFile[] {
  const ways = Object.entries(DAMAGES)
  return Object.entries(wholes).flatMap(([type, whole]) =>
    Array.from({ length: countOf(type) }, (_, index) => {
      const [way, damage] = ways[index % ways.length] ?? random.pick(ways)
      return { name: `${type} ${index}, ${way}`, bytes: damage(whole, random) }
    }),
  )
}
