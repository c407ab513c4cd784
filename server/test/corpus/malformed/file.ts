/** A file that is not what it should be. */
export interface MalformedFile {
  name: string
  bytes: Buffer
  /** Never taken, whatever it is called. */
  isForeign?: boolean
}

/** `{ name: bytes }` as files of a group. */
export const filesOf = (
  group: string,
  files: Record<string, Buffer | string>,
  more: Partial<MalformedFile> = {},
): MalformedFile[] =>
  Object.entries(files).map(([name, bytes]) => ({
    name: `${group}, ${name}`,
    bytes: Buffer.from(bytes as Buffer),
    ...more,
  }))

export const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
