import { readFile } from 'node:fs/promises'
import { MAX_PROOF_PAGES } from '@plinth/contract/limits.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { makeDoc, makePdf } from '../../../test/media/documents.ts'
import {
  makeWord,
  wordHeading,
  wordItem,
  wordParagraph,
  wordPicture,
  wordTable,
} from '../../../test/media/papers.ts'
import { drawPicture } from '../../../test/media/pictures.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { startFiles } from '../../../test/media/gateways.ts'
import { createDocuments } from './documents.ts'

const DAMAGED = expect.stringContaining('damaged or incomplete')
const TOO_LARGE = expect.stringContaining('too large to be shown')

const files = duringTests(startFiles)
const documents = duringTests(() => Promise.resolve(createDocuments()))

/** How many pages were made of a document, and what is written on each that is drawn. */
async function paperOf(bytes: Buffer | string, fileName = 'notes.txt') {
  const target = files.newFile()
  const all = await documents.paper(await files.fileOf(bytes), target, { fileName })
  if (all === 0) return { all, pages: [], pictures: 0 }
  const data = await readFile(target)
  const pdf = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const lines = items.map((item) => ('str' in item ? item.str.trim() : ''))
    pages.push(lines.filter((line) => line !== '').join('\n'))
  }
  return { all, pages, pictures: data.toString('latin1').split('/Subtype /Image').length - 1 }
}
const wordsOf = async (bytes: Buffer | string, fileName?: string) =>
  (await paperOf(bytes, fileName)).pages.join('\n')

test.each([
  ['UTF-8', Buffer.from('Où est la clé?\n\tIndented')],
  ['UTF-16, little endian', Buffer.from('\ufeffOù est la clé?\n\tIndented', 'utf16le')],
  ['UTF-16, big endian', Buffer.from('\ufeffOù est la clé?\n\tIndented', 'utf16le').swap16()],
  ['Latin-1', Buffer.from('Où est la clé?\n\tIndented', 'latin1')],
])('writes a text on pages: %s', async (_, bytes) => {
  const { all, pages } = await paperOf(bytes)
  expect(all).toBe(1)
  expect(pages[0]).toContain('Où est la clé?')
  expect(pages[0]).toContain('Indented')
  expect(pages[0]).toContain('notes.txt')
})

test('begins a new page where a text does, and breaks a word that is wider than a line', async () => {
  const { all, pages } = await paperOf(`one\f${'m'.repeat(400)}`)
  expect(all).toBe(2)
  expect(pages[0]).toContain('one')
  expect(pages[1]?.match(/m+/g)?.map((line) => line.length)).toHaveLength(8)
})

test('draws the first pages of a long text and counts all of them', async () => {
  const { all, pages } = await paperOf(
    Array.from({ length: 12_000 }, (_, at) => `row,${at}`).join('\r\n'),
    'all.csv',
  )
  expect(pages).toHaveLength(MAX_PROOF_PAGES)
  expect(all).toBeGreaterThan(MAX_PROOF_PAGES)
  expect(pages[0]).toContain('row,0')
  const perPage = pages[0]?.match(/^row,/gm)?.length ?? 0
  expect(all).toBe(Math.ceil(12_000 / perPage))
})

test('writes Markdown with its headings, lists and tables', async () => {
  const words = await wordsOf(
    '# Title\n\nA **bold** word.\n\n1. first\n2. second\n\n- bullet\n\n> quoted\n\n```\nlet x = 1\n```\n\n| a | b |\n| - | - |\n| c | d |\n\n<script>alert(1)</script>\n',
    'read.me.md',
  )
  expect(words).toMatch(
    /Title\nA\nbold\nword\.\n1\.\nfirst\n2\.\nsecond\n•\nbullet\nquoted\nlet x = 1\na\nb\nc\nd\n/,
  )
  expect(words).toContain('<script>')
})

test('writes what is in a Word document: headings, lists, tables and pictures', async () => {
  const png = await drawPicture(300, 200).png().toBuffer()
  const word = makeWord(
    [
      wordHeading('The brief'),
      wordParagraph('Blue &amp; green'),
      wordItem('first'),
      wordItem('second'),
      wordTable([
        ['Format', 'Size'],
        ['Poster', 'A2'],
      ]),
      wordPicture('r:embed'),
    ].join(''),
    { picture: { target: 'media/a.png' }, parts: { 'word/media/a.png': png } },
  )
  const { all, pages, pictures } = await paperOf(word, 'brief.docx')
  expect(all).toBe(1)
  expect(pages[0]).toMatch(
    /The brief\nBlue & green\n1\.\nfirst\n2\.\nsecond\nFormat\nSize\nPoster\nA2/,
  )
  expect(pictures).toBe(1)
})

test.each([
  ['letters of another script', '日本語の文章です。これは全部漢字とかなです。'],
  ['only spaces', makeWord(wordParagraph('  '))],
  ['a text for programs', 'x'.repeat(2 * 1024 ** 2 + 1)],
  ['Word’s older format', makeDoc()],
])('makes no pages of %s', async (_, bytes) => {
  expect(await paperOf(bytes)).toMatchObject({ all: 0, pages: [] })
})

test('takes texts and Word documents only', async () => {
  await expect(paperOf(makePdf())).rejects.toMatchObject({ code: 'media.unsupported' })
  await expect(paperOf(Buffer.alloc(900, 1))).rejects.toMatchObject({ code: 'media.unsupported' })
})

const zeros = (megabytes: number) => new Uint8Array(megabytes * 1024 ** 2)
/** Says of its first part that it is small. */
function withFalseSize(word: Buffer, name: string): Buffer {
  const changed = Buffer.from(word)
  for (
    let at = changed.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0;
    at = changed.indexOf('PK\x01\x02', at + 4, 'latin1')
  )
    if (changed.toString('utf8', at + 46, at + 46 + name.length) === name)
      changed.writeUInt32LE(100, at + 24)
  return changed
}
const body = 'word/document.xml'
const styles = 'word/styles.xml'
const ENTITY = '<!DOCTYPE w [<!ENTITY secret SYSTEM "file:///etc/hostname">]>'
const MANY = `<!DOCTYPE w [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, at) => `<!ENTITY ${'abcdefghijklmnopqrstu'[at + 1]} "&${'abcdefghijklmnopqrstu'[at]};&${'abcdefghijklmnopqrstu'[at]};">`).join('')}]>`

test.each([
  [
    'a part that is huge once unpacked',
    () => makeWord('', { parts: { [body]: zeros(25) } }),
    TOO_LARGE,
  ],
  [
    'a style sheet that is huge once unpacked',
    () => makeWord(wordParagraph('a'), { parts: { [styles]: zeros(25) } }),
    TOO_LARGE,
  ],
  [
    'a part that says it is small',
    () => withFalseSize(makeWord('', { parts: { [body]: zeros(25) } }), body),
    DAMAGED,
  ],
  [
    'a file of this machine',
    () => makeWord(wordParagraph('&secret;'), { prolog: ENTITY }),
    DAMAGED,
  ],
  ['entities that grow', () => makeWord(wordParagraph('&u;'), { prolog: MANY }), DAMAGED],
  ['no XML', () => makeWord('', { parts: { [body]: Buffer.from('<w:document') } }), DAMAGED],
  [
    'a body in another encoding',
    () => makeWord('', { parts: { [body]: Buffer.from('\ufeff<a/>', 'utf16le') } }),
    DAMAGED,
  ],
  [
    'elements without an end',
    () =>
      makeWord(
        `${'<w:sdt><w:sdtContent>'.repeat(20_000)}${'</w:sdtContent></w:sdt>'.repeat(20_000)}`,
      ),
    expect.anything(),
  ],
])(
  'refuses a Word document with %s, and reads the next one',
  async (_, make, message) => {
    await expect(paperOf(make(), 'a.docx')).rejects.toMatchObject({
      code: 'media.unreadable',
      message,
    })
    expect(await wordsOf(makeWord(wordParagraph('Still here.')))).toContain('Still here.')
  },
  60_000,
)

test('never follows a picture to somewhere else, and leaves words in its place', async () => {
  for (const target of [
    'file:///etc/hostname',
    'http://127.0.0.1:9/a.png',
    '../../../etc/hostname',
  ]) {
    const picture = { target, isOutside: true }
    const words = await wordsOf(makeWord(wordPicture('r:link'), { picture }), 'a.docx')
    expect(words).toContain('A picture that isn’t shown here')
  }
  const broken = {
    picture: { target: 'media/a.png' },
    parts: { 'word/media/a.png': Buffer.from('x') },
  }
  expect(await wordsOf(makeWord(wordPicture('r:embed'), broken))).toContain('isn’t shown here')
})
