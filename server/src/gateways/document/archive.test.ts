import { MAX_ARCHIVE_ENTRIES, MAX_ARCHIVE_NAME } from '@plinth/contract/limits.ts'
import { expect, test } from 'vitest'
import { zipSync } from 'fflate'
import { makeDocx, makeZip } from '../../../test/media/documents.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { startFiles } from '../../../test/media/gateways.ts'
import { createDocuments } from './documents.ts'

const DAMAGED = expect.stringContaining('damaged or incomplete')

const files = duringTests(startFiles)
const documents = duringTests(() => Promise.resolve(createDocuments()))

const listOf = async (bytes: Buffer) => documents.archive(await files.fileOf(bytes))
const named = (...names: string[]) => makeZip(names.map((name) => ({ name, data: 'ab' })))
const namesIn = async (...names: string[]) =>
  (await listOf(named(...names)))?.entries.map(({ name }) => name)

test('lists the files of an archive folder by folder, with their sizes unpacked', async () => {
  const zip = zipSync({
    'raw/10.tif': new Uint8Array(40_000),
    'raw/2.tif': new Uint8Array(7),
    'raw/': new Uint8Array(),
    'licence.txt': new Uint8Array(3),
    'raw/alt/1.tif': new Uint8Array(5),
  })
  expect(await listOf(Buffer.from(zip))).toEqual({
    entries: [
      { name: 'licence.txt', bytes: 3 },
      { name: 'raw/2.tif', bytes: 7 },
      { name: 'raw/10.tif', bytes: 40_000 },
      { name: 'raw/alt/1.tif', bytes: 5 },
    ],
    all: 4,
    bytes: 40_015,
  })
})

test('shows no path that leads somewhere else, and nothing that hides what is beside it', async () => {
  const names = await namesIn(
    '../../etc/passwd',
    '/root/key',
    'C:\\Windows\\a.exe',
    'photo\u202egpj.exe',
    'two\nlines.txt',
    './same.txt',
    '\u200b',
  )
  expect(names?.toSorted()).toEqual(
    [
      'etc/passwd',
      'root/key',
      'Windows/a.exe',
      'photo\ufffdgpj.exe',
      'two\ufffdlines.txt',
      'same.txt',
      '\ufffd',
    ].toSorted(),
  )
})

test('keeps the end of a long name, and the first names of many', async () => {
  const [long] = (await namesIn(`${'a'.repeat(400)}.psd`)) ?? []
  expect(long).toHaveLength(MAX_ARCHIVE_NAME)
  expect(long).toMatch(/^…a+\.psd$/)
  const many = await listOf(named(...Array.from({ length: 700 }, (_, at) => `${at}.txt`)))
  expect(many).toMatchObject({ all: 700, bytes: 1_400 })
  expect(many?.entries).toHaveLength(MAX_ARCHIVE_ENTRIES)
  expect(many?.entries[10]).toEqual({ name: '10.txt', bytes: 2 })
  const most = await listOf(named(...Array.from({ length: 5_001 }, (_, at) => `${at}.txt`)))
  expect(most).toMatchObject({ all: 5_001, bytes: null })
})

test.each([
  ['a Word document', makeDocx()],
  ['an e-book', named('mimetype', 'META-INF/container.xml')],
  ['a program', named('META-INF/MANIFEST.MF', 'A.class')],
  ['an archive with nothing in it', named()],
  ['an archive of empty folders', named('a/', 'b/')],
])('has no list of %s', async (_, bytes) => {
  expect(await listOf(bytes)).toBeNull()
})

test.each([
  ['cut short', named('a.txt').subarray(0, -30)],
  ['with a list that is not there', makeZip([{ name: 'a.txt' }], { count: 9 })],
  ['that is none', Buffer.from('PK\x03\x04 and nothing else')],
])('refuses an archive %s, and reads the next one', async (_, bytes) => {
  await expect(listOf(bytes)).rejects.toMatchObject({ code: 'media.unreadable', message: DAMAGED })
  expect(await namesIn('a.txt')).toEqual(['a.txt'])
})
