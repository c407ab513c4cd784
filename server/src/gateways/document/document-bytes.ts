import { open } from 'node:fs/promises'

/** A file that is read in places, never whole. */
export interface FileBytes {
  size: number
  /** Throws a RangeError where the file has no such bytes. */
  read: (position: number, length: number) => Promise<Buffer>
}

/** Lends a file to be read in places. */
export async function withFileBytes<T>(
  file: string,
  work: (bytes: FileBytes) => Promise<T>,
): Promise<T> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const read = async (position: number, length: number): Promise<Buffer> => {
      if (position < 0 || length < 0 || position + length > size) {
        throw new RangeError('The file has no such bytes.')
      }
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
      if (bytesRead < length) throw new RangeError('The file has become shorter.')
      return buffer
    }
    return await work({ size, read })
  } finally {
    await handle.close()
  }
}
