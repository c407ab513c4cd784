import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ACCEPTED_SENTENCES } from '@plinth/contract/media/file-types.ts'
import { PEAK_COUNT } from '@plinth/contract/media/media.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  makeDoc,
  makeDocx,
  makeLockedPdf,
  makePdf,
  pdfStream,
  type PdfOptions,
} from '../../../test/media/documents.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { startFiles } from '../../../test/media/gateways.ts'
import { childrenRunning } from '../../../test/processes.ts'
import { createDocuments, WAVEFORM_SIZE } from './documents.ts'
import { SHEET_SIZE } from './documents-tasks.ts'

const DAMAGED = expect.stringContaining('damaged or incomplete')
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const files = duringTests(startFiles)
const documents = duringTests(() => Promise.resolve(createDocuments()))

const inspect = async (bytes: string | Uint8Array) => documents.inspect(await files.fileOf(bytes))

async function pictureOf(bytes: string | Uint8Array, fileName = 'notes'): Promise<string> {
  const picture = files.newFile()
  await documents.picture(await files.fileOf(bytes), picture, { fileName })
  return picture
}

/** Contrast of a picture: 0 for a single colour. */
async function contrastOf(picture: string): Promise<number> {
  const { channels } = await sharp(picture).stats()
  return Math.max(...channels.map(({ stdev }) => stdev))
}

test('reads pages, version and picture size of a PDF, and keeps it byte for byte', async () => {
  const pdf = makePdf({ pages: 3, box: [420, 595], version: '1.4' })
  const facts = {
    format: 'PDF',
    details: ['1.4'],
    pages: 3,
    bytes: pdf.length,
    width: null,
    height: null,
    durationMs: null,
  }
  expect(await inspect(pdf)).toEqual({
    type: 'application/pdf',
    pages: 3,
    width: 1_694,
    height: 2_400,
    received: facts,
    kept: facts,
    isSame: true,
    takenOut: [],
  })
})

test('draws pages of unusual sizes', async () => {
  for (const [box, size] of [
    [[1, 14_400], { width: 1, height: 2_400 }],
    [[1e9, 1e9], { width: 2_400, height: 2_400 }],
    [[0.001, 0.002], { width: 1_200, height: 2_400 }],
  ] as const) {
    expect(await inspect(makePdf({ box }))).toMatchObject(size)
  }
})

test('draws the first page of a PDF on white, in full colour', async () => {
  const picture = await pictureOf(makePdf())
  expect(await sharp(picture).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1_696,
    height: 2_400,
    chromaSubsampling: '4:4:4',
  })
  const { data } = await sharp(picture)
    .extract({ left: 100, top: 2_000, width: 100, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255])
  expect([data.at(-3), data.at(-2), data.at(-1)].map((level) => (level ?? 0) > 128)).toEqual([
    true,
    false,
    false,
  ])
})

test('draws text in a font that is not embedded', async () => {
  const font = '/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'
  const textPage: PdfOptions = { resources: font, content: 'BT /F 90 Tf 50 400 Td (Plinth) Tj ET' }
  expect(await contrastOf(await pictureOf(makePdf(textPage)))).toBeGreaterThan(20)
})

const broken: Record<string, [Uint8Array, unknown]> = {
  locked: [
    makeLockedPdf(),
    'This PDF is locked with a password. Save it without one and upload that one.',
  ],
  'with too many pages': [
    makePdf({ pages: 2_001 }),
    'This PDF has 2,001 pages. Plinth takes up to 2,000: split it and upload the parts.',
  ],
  'without its end': [makePdf().subarray(0, -200), DAMAGED],
  'of nothing but words': [Buffer.from(`%PDF-1.7\n${'x'.repeat(500)}\n%%EOF`), DAMAGED],
  'whose pages hold themselves': [
    Buffer.from(makePdf().toString('latin1').replace('Kids[3', 'Kids[2'), 'latin1'),
    DAMAGED,
  ],
  'nested without end': [
    makePdf({ resources: `/A${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
    DAMAGED,
  ],
}
test.for(Object.entries(broken))('refuses a PDF %s with a message', async ([, [pdf, message]]) => {
  await expect(inspect(pdf)).rejects.toMatchObject({ code: 'media.unreadable', message })
})

test('finishes with a PDF whose table points at itself', async () => {
  const pdf = makePdf().toString('latin1')
  const start = pdf.indexOf('xref\n')
  const loop = pdf.replace('/Size', `/Prev ${start}/Size`)
  expect(await inspect(Buffer.from(loop, 'latin1'))).toMatchObject({ pages: 1 })
})

/** Each form draws the next one ten times: billions of drawings in a few lines. */
const endless = makePdf({
  resources: '/XObject<</X 10 0 R>>',
  content: '/X Do',
  objects: Array.from({ length: 9 }, (_, depth) =>
    pdfStream(
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${11 + depth} 0 R>>>>`,
      '/X Do '.repeat(10),
    ),
  ),
})

test('stops a page that computes forever, and draws the next one', async () => {
  const hurried = createDocuments({ cpuMs: 700 })
  try {
    const file = await files.fileOf(endless)
    await expect(hurried.picture(file, files.newFile(), { fileName: 'x' })).rejects.toMatchObject({
      code: 'media.unreadable',
      message: expect.stringContaining('took too long'),
    })
  } finally {
    await hurried.close()
  }
  expect(await contrastOf(await pictureOf(makePdf()))).toBeGreaterThan(20)
})

test('fetches nothing that a PDF refers to, and does not run its scripts', async () => {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await pictureOf(
      makePdf({
        catalog: `/OpenAction<</S/JavaScript/JS(app.launchURL\\("${address}/script"\\))>>`,
        resources: '/XObject<</X 10 0 R>>',
        content: 'q 500 0 0 500 50 50 cm /X Do Q',
        objects: [
          pdfStream(
            `/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/F<</FS/URL/F(${address}/picture)>>`,
            'x',
          ),
        ],
      }),
    )
  } finally {
    server.close()
  }
  expect(asked).toEqual([])
})

const sheets = {
  'text/plain': ['Linocut, two blocks.\n\nEdition of 24.', '.txt', ['UTF-8']],
  'application/msword': [makeDoc(), '.doc', []],
  [DOCX]: [makeDocx(), '.docx', []],
} as const
test.for(Object.entries(sheets))(
  'draws a sheet of paper: %s',
  async ([type, [bytes, format, details]]) => {
    const facts = await inspect(bytes)
    expect(facts).toMatchObject({ type, pages: null, ...SHEET_SIZE, isSame: true, takenOut: [] })
    expect(facts.kept).toMatchObject({ format, details, bytes: Buffer.from(bytes).length })
    const picture = await pictureOf(bytes, 'Licence, Dvořák')
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', ...SHEET_SIZE })
    expect(await contrastOf(picture)).toBeGreaterThan(10)
  },
)

test('draws only the type when the fonts lack the letters of name and text', async () => {
  const nameless = await pictureOf('日本語の文章です。', '日本語.txt')
  const other = await pictureOf('한국어 문장입니다.', '한국어.txt')
  expect(await contrastOf(nameless)).toBeGreaterThan(10)
  expect((await readFile(nameless)).equals(await readFile(other))).toBe(true)
})

test('draws a text of one endless word and one of a million lines', async () => {
  for (const text of ['x'.repeat(2_000_000), `.${'\n'.repeat(1_000_000)}`, 'a\n'.repeat(500_000)]) {
    expect(await contrastOf(await pictureOf(text, 'n'.repeat(255)))).toBeGreaterThan(1)
  }
})

test('reports an encoding only when it is certain', async () => {
  const detailsOf = async (bytes: string | Uint8Array) => (await inspect(bytes)).kept.details
  expect(await detailsOf(Buffer.from('\ufeffEliška', 'utf16le'))).toEqual(['UTF-16LE'])
  expect(await detailsOf(Buffer.from('caf\xe9, three blocks', 'latin1'))).toEqual(['windows-1252'])
  expect(await detailsOf(Buffer.from('\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'))).toEqual([])
})

test('refuses a text with a program in its middle', async () => {
  const text = 'text\n'.repeat(30_000)
  await expect(inspect(`${text}\0\x01${text}`)).rejects.toMatchObject({
    code: 'media.unreadable',
    message: expect.stringContaining('also contains other data'),
  })
})

test.for([
  makeDoc([{ name: 'Macros', isFolder: true }]),
  makeDoc([{ name: 'ObjectPool', isFolder: true, child: 4 }, { name: '_VBA_PROJECT' }]),
  makeDocx([{ name: 'word/vbaProject.bin' }]),
])('refuses macros with a message', async (bytes) => {
  await expect(inspect(bytes)).rejects.toMatchObject({
    code: 'media.unsupported',
    message: expect.stringContaining('macros'),
  })
})

test('refuses files that are no documents', async () => {
  for (const bytes of ['', '<html>', 'GIF89a=1']) {
    await expect(inspect(bytes)).rejects.toMatchObject({
      code: 'media.unsupported',
      message: ACCEPTED_SENTENCES.any,
    })
  }
})

test('draws a waveform with the right size and shape', async () => {
  const drawn = async (level: (at: number) => number) => {
    const picture = files.newFile()
    const peaks = Buffer.from(Array.from({ length: PEAK_COUNT }, (_, at) => level(at)))
    await documents.waveform(peaks.toString('base64'), picture)
    return picture
  }
  const loud = await drawn(() => 255)
  const silent = await drawn(() => 0)
  expect(await sharp(loud).metadata()).toMatchObject({
    format: 'jpeg',
    ...WAVEFORM_SIZE,
    chromaSubsampling: '4:4:4',
  })
  expect(await contrastOf(loud)).toBeGreaterThan(3 * (await contrastOf(silent)))
  expect(await contrastOf(silent)).toBeGreaterThan(2)
  const rising = await drawn((at) => at)
  const meanOf = async (left: number) => {
    const half = sharp(rising).extract({ left, top: 0, width: 960, height: 700 })
    const { channels } = await sharp(await half.png().toBuffer()).stats()
    return channels[0]?.mean ?? 0
  }
  expect(await meanOf(960)).toBeGreaterThan(1.5 * (await meanOf(0)))
})

test('replaces a worker process that is killed', async () => {
  await inspect(makePdf())
  for (const pid of childrenRunning('documents-child')) process.kill(pid, 'SIGKILL')
  expect(await inspect(makePdf())).toMatchObject({ pages: 1 })
})

test('starts nothing after it was closed', async () => {
  const closed = createDocuments()
  await closed.close()
  await expect(closed.inspect(await files.fileOf(makePdf()))).rejects.toMatchObject({
    code: 'unavailable',
  })
})
