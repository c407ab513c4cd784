/** Small hand-made documents, broken where a test wants them broken. */

export interface PdfOptions {
  version?: string
  pages?: number
  /** Page size in points. */
  box?: readonly [number, number]
  /** The page's content stream. */
  content?: string
  resources?: string
  /** More entries of each page. */
  page?: string
  /** More objects, numbered from 10 on. */
  objects?: (string | Buffer)[]
  /** More entries of the catalogue and of the trailer. */
  catalog?: string
  trailer?: string
}

const latin = (text: string) => Buffer.from(text, 'latin1')

/** Returns a stream object's body. */
export const pdfStream = (dict: string, data: Buffer | string): Buffer => {
  const bytes = typeof data === 'string' ? latin(data) : data
  return Buffer.concat([
    latin(`<<${dict}/Length ${bytes.length}>>\nstream\n`),
    bytes,
    latin('\nendstream'),
  ])
}

export function makePdf(options: PdfOptions = {}): Buffer {
  const { pages = 1, box = [595, 842], content = '1 0 0 rg 50 50 400 600 re f' } = options
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${box.join(' ')}]/Contents 4 0 R/Resources<<${options.resources ?? ''}>>${options.page ?? ''}>>`
  const kids = Array.from({ length: pages }, () => '3 0 R').join(' ')
  const bodies = new Map<number, string | Buffer>([
    [1, `<</Type/Catalog/Pages 2 0 R${options.catalog ?? ''}>>`],
    [2, `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`],
    [3, page],
    [4, pdfStream('', content)],
    ...(options.objects ?? []).map((body, index) => [10 + index, body] as const),
  ])
  const parts = [latin(`%PDF-${options.version ?? '1.7'}\n`)]
  const places = new Map<number, number>()
  for (const [number, body] of bodies) {
    places.set(number, Buffer.concat(parts).length)
    parts.push(latin(`${number} 0 obj\n`), Buffer.from(body as Buffer), latin('\nendobj\n'))
  }
  const start = Buffer.concat(parts).length
  const rows = [...places].map(
    ([number, at]) => `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`,
  )
  parts.push(
    latin(`xref\n0 1\n0000000000 65535 f \n${rows.join('')}`),
    latin(
      `trailer\n<</Size 1000/Root 1 0 R${options.trailer ?? ''}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** A PDF that requires a password. No password fits its keys, not even the empty one. */
export const makeLockedPdf = (): Buffer =>
  makePdf({
    trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>`,
  })

export interface ZipEntry {
  name: string
  data?: string
  flags?: number
  madeBy?: number
  attributes?: number
}

/** Builds a ZIP of uncompressed entries. Checksums are left out, because nobody unpacks it. */
export function makeZip(
  entries: ZipEntry[],
  { comment = '', count = entries.length } = {},
): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, data = '', flags = 0, madeBy = 20, attributes = 0 } of entries) {
    const [nameBytes, dataBytes] = [Buffer.from(name), Buffer.from(data)]
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04', 'latin1')
    local.writeUInt16LE(flags, 6)
    local.writeUInt32LE(dataBytes.length, 18)
    local.writeUInt32LE(dataBytes.length, 22)
    local.writeUInt16LE(nameBytes.length, 26)
    const row = Buffer.alloc(46)
    row.write('PK\x01\x02', 'latin1')
    row.writeUInt16LE(madeBy, 4)
    row.writeUInt16LE(flags, 8)
    row.writeUInt32LE(dataBytes.length, 20)
    row.writeUInt32LE(dataBytes.length, 24)
    row.writeUInt16LE(nameBytes.length, 28)
    row.writeUInt32LE(attributes >>> 0, 38)
    row.writeUInt32LE(at, 42)
    parts.push(local, nameBytes, dataBytes)
    list.push(row, nameBytes)
    at += 30 + nameBytes.length + dataBytes.length
  }
  const rows = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(rows.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, rows, end, latin(comment)])
}

export const makeDocx = (more: ZipEntry[] = [], options?: { comment?: string; count?: number }) =>
  makeZip(
    [
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<document/>' },
      ...more,
    ],
    options,
  )

export interface OleEntry {
  name: string
  isFolder?: boolean
  /** Indexes into the entries, with the root at 0. */
  left?: number
  right?: number
  child?: number
}

const SECTOR = 512
const [END_OF_CHAIN, TABLE_SECTOR, NOTHING] = [0xff_ff_ff_fe, 0xff_ff_ff_fd, 0xff_ff_ff_ff]

/**
 * Builds an OLE file from a header, a table and a directory. Its streams do not exist. `chain` is the sector after each
 * sector.
 */
export function makeOle(entries: OleEntry[], chain?: number[]): Buffer {
  const rows = [{ name: 'Root Entry', child: entries.length === 0 ? NOTHING : 1 }, ...entries].map(
    (entry, index) => oleRow(entry, index === 0),
  )
  const size = Math.ceil((rows.length * 128) / SECTOR) * SECTOR
  const directory = Buffer.concat([...rows, Buffer.alloc(size - rows.length * 128)])
  const sectors = size / SECTOR
  const table = Buffer.alloc(SECTOR, 0xff)
  table.writeUInt32LE(TABLE_SECTOR, 0)
  for (let sector = 1; sector <= sectors; sector += 1) {
    const next = sector === sectors ? END_OF_CHAIN : sector + 1
    table.writeUInt32LE(chain?.[sector - 1] ?? next, sector * 4)
  }
  return Buffer.concat([oleHeader(), table, directory])
}

function oleHeader(): Buffer {
  const header = Buffer.alloc(SECTOR)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xff_fe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(END_OF_CHAIN, 68)
  header.fill(0xff, 76)
  header.writeUInt32LE(0, 76)
  return header
}

function oleRow({ name, isFolder, left, right, child }: OleEntry, isRoot: boolean): Buffer {
  const row = Buffer.alloc(128)
  row.write(name, 'utf16le')
  row.writeUInt16LE(name.length * 2 + 2, 64)
  row.writeUInt8(isRoot ? 5 : isFolder ? 1 : 2, 66)
  row.writeUInt32LE(left ?? NOTHING, 68)
  row.writeUInt32LE(right ?? NOTHING, 72)
  row.writeUInt32LE(child ?? NOTHING, 76)
  return row
}

/** A .doc as Word writes it, with its text in a top-level stream. */
export const makeDoc = (more: OleEntry[] = []): Buffer =>
  makeOle([
    { name: '1Table', right: 2 },
    { name: 'WordDocument', ...(more.length > 0 && { right: 3 }) },
    ...more,
  ])
