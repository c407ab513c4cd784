import { open, stat } from 'node:fs/promises'

const CHUNK_BYTES = 1024 * 1024

/** Whether two files hold the same bytes. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [{ size }, { size: otherSize }] = await Promise.all([stat(one), stat(other)])
  if (size !== otherSize) return false
  await using left = await open(one)
  await using right = await open(other)
  const [a, b] = [Buffer.alloc(CHUNK_BYTES), Buffer.alloc(CHUNK_BYTES)]
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const length = Math.min(CHUNK_BYTES, size - at)
    await Promise.all([left.read(a, 0, length, at), right.read(b, 0, length, at)])
    if (!a.subarray(0, length).equals(b.subarray(0, length))) return false
  }
  return true
}
