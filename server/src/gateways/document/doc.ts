import type { FileBytes } from '../files.ts'

/**
 * The container format of .doc (OLE): a small file system of sectors. We only read its directory, to tell Word files
 * from those of other programs that use the same container.
 */
const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const HEADER_BYTES = 512
const SECTOR_SHIFTS = new Set([9, 12])
/** Word's directories have a few dozen entries. */
const MAX_DIRECTORY_BYTES = 1024 * 1024
/** Sector numbers from here on have special meanings. */
const FIRST_SPECIAL = 0xff_ff_ff_fa
const NO_ENTRY = 0xff_ff_ff_ff
const DIFAT_IN_HEADER = 109
const ENTRY_BYTES = 128
const [STORAGE, STREAM, ROOT] = [1, 2, 5]
const MACRO_NAMES = /^(macros|vba|_vba_project(_cur)?)$/i

interface Entry {
  name: string
  type: number
  left: number
  right: number
  child: number
}

/** Returns what the directory tells about a Word document, or null if the file is not one. */
export async function readWordFile(bytes: FileBytes): Promise<{ hasMacros: boolean } | null> {
  if (bytes.size < HEADER_BYTES) return null
  const header = await bytes.read(0, HEADER_BYTES)
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const shift = header.readUInt16LE(30)
  if (!SECTOR_SHIFTS.has(shift)) return null
  const entries = parseEntries(await readDirectory(bytes, header, shift))
  const isWord = childrenOfRoot(entries).some(
    ({ name, type }) => type === STREAM && name === 'WordDocument',
  )
  if (!isWord) return null
  // Macros may be anywhere, for example in a spreadsheet that is embedded in the document.
  return { hasMacros: entries.some(({ name }) => MACRO_NAMES.test(name)) }
}

async function readDirectory(bytes: FileBytes, header: Buffer, shift: number): Promise<Buffer> {
  const size = 2 ** shift
  const sector = (index: number) => bytes.read((index + 1) * size, size)
  const tables = await readDifat(header, sector, Math.ceil(bytes.size / size))
  const links = size / 4
  const parts: Buffer[] = []
  let index = header.readUInt32LE(48)
  while (index < FIRST_SPECIAL) {
    // This also ends a chain that loops.
    if (parts.length * size >= MAX_DIRECTORY_BYTES) throw new RangeError('endless directory')
    parts.push(await sector(index))
    const table = tables[Math.floor(index / links)]
    if (table === undefined) throw new RangeError('no such table')
    index = (await sector(table)).readUInt32LE((index % links) * 4)
  }
  return Buffer.concat(parts)
}

/** Finds the sectors of the allocation table. The header lists the first ones. */
async function readDifat(
  header: Buffer,
  sector: (index: number) => Promise<Buffer>,
  sectors: number,
): Promise<number[]> {
  const tables: number[] = []
  const keep = (part: Buffer, count: number) => {
    for (let place = 0; place < count; place += 1) {
      const table = part.readUInt32LE(place * 4)
      if (table < FIRST_SPECIAL) tables.push(table)
    }
  }
  keep(header.subarray(76), DIFAT_IN_HEADER)
  let next = header.readUInt32LE(68)
  while (next < FIRST_SPECIAL && tables.length < sectors) {
    const part = await sector(next)
    const count = part.length / 4 - 1
    const before = tables.length
    keep(part, count)
    if (tables.length === before) break
    next = part.readUInt32LE(count * 4)
  }
  return tables
}

function parseEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const part = directory.subarray(at, at + ENTRY_BYTES)
    // Includes the terminating zero.
    const nameBytes = Math.min(part.readUInt16LE(64), 64)
    entries.push({
      name: part.subarray(0, Math.max(0, nameBytes - 2)).toString('utf16le'),
      type: part.readUInt8(66),
      left: part.readUInt32LE(68),
      right: part.readUInt32LE(72),
      child: part.readUInt32LE(76),
    })
  }
  return entries.map((entry) =>
    [STORAGE, STREAM, ROOT].includes(entry.type) ? entry : { ...entry, name: '' },
  )
}

/** Returns the top-level entries. A spreadsheet with an embedded Word document is not a Word document. */
function childrenOfRoot(entries: Entry[]): Entry[] {
  const root = entries[0]
  if (root?.type !== ROOT) return []
  const seen = new Set<number>()
  const open = [root.child]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index]
    if (index === NO_ENTRY || entry === undefined || seen.has(index)) continue
    seen.add(index)
    open.push(entry.left, entry.right)
  }
  return [...seen].flatMap((index) => entries[index] ?? [])
}
