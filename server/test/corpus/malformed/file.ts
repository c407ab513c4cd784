/** A malformed or hostile file. */
export interface MalformedFile {
  name: string
  bytes: Buffer
  /** Must be refused, whatever its name. */
  isForeign?: boolean
}

/** Turns `{ name: bytes }` into files of a group. */
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
