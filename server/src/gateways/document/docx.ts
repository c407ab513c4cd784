import type { FileBytes } from '../files.ts'

/** The container format of .docx (ZIP). We only read its central directory and never unpack anything. */
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1')
const ENTRY_SIGNATURE = 0x02_01_4b_50
const END_SIGNATURE = 0x06_05_4b_50
const ENTRY_BYTES = 46
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const MAX_DIRECTORY_BYTES = 2 * 1024 * 1024
const MAX_ENTRIES = 10_000
const ENCRYPTED = 1
const CREATED_ON_UNIX = 3
const SYMLINK = 0o120_000
const FILE_TYPE_BITS = 0o170_000

const WORD_BODY = /^word\/document\d*\.xml$/
const MACROS = /(^|\/)vba(project|data)[^/]*\.(bin|xml)$/i
/** Files that make the archive executable, whatever else it contains. */
const EXECUTABLE = /^(meta-inf\/manifest\.mf|androidmanifest\.xml|classes\.dex)$/i
const OUTSIDE_PATH = /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i

/** Returns what the directory tells about a Word document, or null if the file is not one. */
export async function readWordArchive(bytes: FileBytes): Promise<{ hasMacros: boolean } | null> {
  if (bytes.size < END_BYTES) return null
  if (!(await bytes.read(0, LOCAL_HEADER.length)).equals(LOCAL_HEADER)) return null
  const names = await readNames(bytes)
  if (names === null || names.some((name) => EXECUTABLE.test(name) || OUTSIDE_PATH.test(name))) {
    return null
  }
  const isWord =
    names.filter((name) => name === '[Content_Types].xml').length === 1 &&
    names.filter((name) => WORD_BODY.test(name)).length === 1
  return isWord ? { hasMacros: names.some((name) => MACROS.test(name)) } : null
}

/**
 * Returns null when the directory does not exactly fill its stated range, or has encrypted entries or symbolic links.
 */
async function readNames(bytes: FileBytes): Promise<string[] | null> {
  const location = await findDirectory(bytes)
  if (location === null) return null
  const directory = await bytes.read(location.start, location.length)
  const names: string[] = []
  let at = 0
  while (at < directory.length) {
    if (directory.readUInt32LE(at) !== ENTRY_SIGNATURE) return null
    if ((directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0 || isSymlink(directory, at)) return null
    const nameBytes = directory.readUInt16LE(at + 28)
    const nameAt = at + ENTRY_BYTES
    names.push(directory.toString('utf8', nameAt, nameAt + nameBytes))
    at = nameAt + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return at === directory.length && names.length === location.count ? names : null
}

function isSymlink(directory: Buffer, at: number): boolean {
  if (directory.readUInt8(at + 5) !== CREATED_ON_UNIX) return false
  return ((directory.readUInt32LE(at + 38) >>> 16) & FILE_TYPE_BITS) === SYMLINK
}

/**
 * Finds the directory by the record at the end of the file. Its comment has to reach the last byte, or something has
 * been appended.
 */
async function findDirectory(
  bytes: FileBytes,
): Promise<{ start: number; length: number; count: number } | null> {
  const tailStart = Math.max(0, bytes.size - END_BYTES - MAX_COMMENT_BYTES)
  const tail = await bytes.read(tailStart, bytes.size - tailStart)
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue
    const isSpread = tail.readUInt32LE(at + 4) !== 0
    const count = tail.readUInt16LE(at + 10)
    const length = tail.readUInt32LE(at + 12)
    const start = tail.readUInt32LE(at + 16)
    const isWhole = start + length === tailStart + at
    const isSmall = count <= MAX_ENTRIES && length <= MAX_DIRECTORY_BYTES
    return !isSpread && isWhole && isSmall ? { start, length, count } : null
  }
  return null
}
