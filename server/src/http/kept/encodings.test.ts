import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bodiesOf, packedBodiesOf } from './encodings.ts'

const TEXT = Array.from({ length: 2_000 }, (_, n) => `${n * 7919} `).join('')

/** A buffer as Node makes it of a text, with others in the same memory. */
const pooled = (): Buffer => {
  const bytes = Buffer.from(TEXT)
  expect(bytes.buffer.byteLength).toBeGreaterThan(bytes.length)
  return bytes
}

describe('bytes that are kept', () => {
  it('are the same in every encoding, and hold no other memory', async () => {
    for (const bodies of [bodiesOf(pooled()), (await packedBodiesOf(pooled())).bodies]) {
      const read = async (header: string | undefined) => (await bodies(header)).bytes
      const [br, gz, plain] = [await read('br'), await read('gzip'), await read(undefined)]
      expect(brotliDecompressSync(br).toString()).toBe(TEXT)
      expect(gunzipSync(gz).toString()).toBe(TEXT)
      expect(plain.toString()).toBe(TEXT)
      for (const bytes of [br, gz]) expect(bytes.buffer.byteLength).toBe(bytes.length)
    }
    const plain = await bodiesOf(pooled())(undefined)
    expect(plain.bytes.buffer.byteLength).toBe(plain.bytes.length)
  })
})
