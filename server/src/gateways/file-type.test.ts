import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDoc, makeDocx, makeOle, makePdf, makeZip } from '../../test/media/documents.ts'
import { IMAGE_TYPE_LIST, makePicture } from '../../test/media/pictures.ts'
import { typeOfFile } from './file-type.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'plinth-types-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function typeOf(bytes: string | Uint8Array) {
  const file = path.join(folder, randomUUID())
  await writeFile(file, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes)
  return (await typeOfFile(file))?.type ?? null
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const HTML = '<html><script>alert(1)</script></html>'
const utf8 = (text: string) => Buffer.from(text)
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const utf16be = (text: string) => utf16(text).swap16()
const ogg = (packet: string) => `OggS\0\x02${'\0'.repeat(20)}\x01\x1e${packet}`
const frame = '\xff\xfb\x90\x64'.padEnd(417, '\0')

const taken: Record<string, [string | Uint8Array, string]> = {
  'an MP4': ['\0\0\0\x18ftypisom\0\0\0\0isommp42', 'video/mp4'],
  'a MOV': ['\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'video/quicktime'],
  'a WebM': ['\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm', 'video/webm'],
  'an MP3 with tags': [`ID3\x03\0\0\0\0\0\0${frame}`, 'audio/mpeg'],
  'an MP3 without': [frame.repeat(3), 'audio/mpeg'],
  'a FLAC': ['fLaC\0\0\0\x22', 'audio/flac'],
  'a WAV': ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav'],
  'an OGG': [ogg('\x01vorbis'), 'audio/ogg'],
  'an M4A': ['\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', 'audio/mp4'],
  'a PDF': [makePdf(), 'application/pdf'],
  'a PDF 2.0': [makePdf({ version: '2.0' }), 'application/pdf'],
  'a PDF after a mark and a line': [`\xef\xbb\xbf\r\n%PDF-1.4`, 'application/pdf'],
  'a .doc': [makeDoc(), 'application/msword'],
  'a .doc with macros': [makeDoc([{ name: 'Macros', isFolder: true }]), 'application/msword'],
  'a .docx': [makeDocx(), DOCX],
  'a .docx with a comment': [makeDocx([], { comment: 'written by hand' }), DOCX],
  'a .docx whose body has a number': [
    makeZip([{ name: '[Content_Types].xml' }, { name: 'word/document2.xml' }]),
    DOCX,
  ],
  'a text': ['Two blocks, 36 g.\r\n\tEdition of 24\f', 'text/plain'],
  'a single letter': ['a', 'text/plain'],
  'a text in UTF-8': [utf8('Eliška Dvořák 日本語 🏺'), 'text/plain'],
  'a long text in UTF-8': [utf8(`${'日本語'.repeat(50_000)}.`), 'text/plain'],
  'a text with a mark': [utf8('\ufeffnotes'), 'text/plain'],
  'a text in UTF-16': [utf16('Eliška'), 'text/plain'],
  'a long text in UTF-16': [utf16('x' + '日本'.repeat(50_000)), 'text/plain'],
  'a text in UTF-16, large end first': [utf16be('Eliška'), 'text/plain'],
  'a text in windows-1252': ['caf\xe9 \x93quoted\x94 \x80 5', 'text/plain'],
  'a text in windows-1251': ['\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0', 'text/plain'],
  'a text with markup further down': [`How to:\n\n${HTML}`, 'text/plain'],
  'a letter as people write it': ['From: Anna\nTo: Ben\nSubject: prints\n\nHello', 'text/plain'],
  'a text with a heart': ['<3 from Brno', 'text/plain'],
}
test.for(Object.entries(taken))('takes %s', async ([, [bytes, type]]) => {
  expect(await typeOf(bytes)).toBe(type)
})

test.for(IMAGE_TYPE_LIST)('takes %s', async (type) => {
  expect(await typeOf(await makePicture(type, 8, 8))).toBe(type)
})

/** Files that are valid as several types. */
const doubles: Record<string, [string | Uint8Array, string]> = {
  'GIF and script': ['GIF89a=1;alert(1)//', 'image/gif'],
  'JPEG and ZIP': [Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), makeDocx()]), 'image/jpeg'],
  'PNG and PHP': ['\x89PNG\r\n\x1a\n<?php system($_GET[0]);', 'image/png'],
  'MP4 and HTML': [`\0\0\0\x18ftypisom\0\0\0\0isommp42${HTML}`, 'video/mp4'],
  'PDF and HTML': [Buffer.concat([makePdf(), Buffer.from(HTML)]), 'application/pdf'],
  'PDF and ZIP': [Buffer.concat([makePdf(), makeDocx()]), 'application/pdf'],
  'PDF in GIF': ['GIF89a%PDF-1.4', 'image/gif'],
  'MP3 and PDF': ['ID3\x03\0\0\0\0\0\0%PDF-1.4', 'audio/mpeg'],
}
test.for(Object.entries(doubles))(
  'takes the type that the file begins as: %s',
  async ([, [bytes, type]]) => {
    expect(await typeOf(bytes)).toBe(type)
  },
)

const notTaken: Record<string, string | Uint8Array> = {
  nothing: '',
  'a zero': '\0',
  'a mark alone': '\xff\xfe',
  'white space': ' \n\t ',
  'random bytes': Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 7919 + 13) % 251)),
  'cut UTF-16': '\xff\xfe\x00\xd8a\0',
  'text with a zero': 'text\0text',
  'text with an escape': 'text \x1b[31mred',
  'text that ends as a program': `${'text\n'.repeat(40_000)}MZ\0\0`,
  'text that ends as a ZIP': Buffer.concat([Buffer.from('text\n'.repeat(40_000)), makeDocx()]),
  HTML,
  'HTML after space': `\n\n  <!DOCTYPE HTML>${HTML}`,
  'HTML with a mark': utf8(`\ufeff${HTML}`),
  'HTML in UTF-16': utf16(HTML),
  'a comment of HTML': '<!-- x --><script>1</script>',
  'HTML that holds a PDF': `${HTML}%PDF-1.4`,
  SVG: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'SVG with a prolog': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  XML: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  PHP: '<?php echo 1;',
  ASP: '<% Response.Write(1) %>',
  'a shell script': '#!/bin/sh\nid',
  'a batch file': '@echo off\r\ndel *',
  RTF: String.raw`{\rtf1\ansi hello}`,
  PostScript: '%!PS-Adobe-3.0\n',
  'PostScript in a wrapper': '\x04%!PS',
  'a PDF form': '%FDF-1.2\n',
  'a PDF behind words': 'words %PDF-1.4\n%\xe2\xe3\n1 0 obj\0',
  'a PDF of no version': '%PDF-9.9\n\0',
  'a key': '-----BEGIN OPENSSH PRIVATE KEY-----\nabc',
  'a playlist': '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n',
  'a playlist after a mark': utf8('\ufeff\n#EXTM3U\nhttp://127.0.0.1/'),
  'a playlist of another kind': '[playlist]\nFile1=http://127.0.0.1/',
  'a list to be joined': "ffconcat version 1.0\nfile '/etc/passwd'",
  'a shortcut': '[InternetShortcut]\r\nURL=file:///c:/windows/system32/calc.exe',
  'a mail': 'Received: from a\nMIME-Version: 1.0\nContent-Type: text/html\n\n<script>1</script>',
  'a mail as it was sent': 'From: a@b.example\r\nMessage-ID: <1@b.example>\r\n\r\nHello',
  'a mailbox': 'From a@b.example Thu Jan  1 00:00:00 1970\nSubject: x\n\nHello',
  'a calendar': 'BEGIN:VCALENDAR\nEND:VCALENDAR',
  'a registry file': 'Windows Registry Editor Version 5.00\r\n',
  'a program for Windows': 'MZ\x90\0\x03\0\0\0',
  'a program for Linux': '\x7fELF\x02\x01\x01\0',
  'a Java class': '\xca\xfe\xba\xbe\0\0\0\x34',
  WebAssembly: '\0asm\x01\0\0\0',
  GZIP: '\x1f\x8b\x08\0\0\0\0\0',
  RAR: 'Rar!\x1a\x07\0',
  'an AVI': 'RIFF\0\0\0\0AVI LIST',
  Matroska: '\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska',
  Flash: 'CWS\x0a\0\0\0\0',
  BMP: 'BM\x36\0\0\0\0\0\0\0',
  PSD: '8BPS\0\x01\0\0\0\0\0\0',
  'a font': 'wOF2\0\x01\0\0',
  'a ZIP': makeZip([{ name: 'a.txt' }]),
  'an empty ZIP': makeZip([]),
  'a sheet': makeZip([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }]),
  slides: makeZip([{ name: '[Content_Types].xml' }, { name: 'ppt/presentation.xml' }]),
  ODT: makeZip([{ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }]),
  EPUB: makeZip([{ name: 'mimetype', data: 'application/epub+zip' }]),
  JAR: makeDocx([{ name: 'META-INF/MANIFEST.MF' }]),
  APK: makeDocx([{ name: 'AndroidManifest.xml' }, { name: 'classes.dex' }]),
  'a .docx with two bodies': makeDocx([{ name: 'word/document.xml' }]),
  'a .docx with a way out': makeDocx([{ name: '../../etc/cron.d/x' }]),
  'a .docx with a link': makeDocx([
    { name: 'word/x', data: '/etc/passwd', madeBy: 0x03_14, attributes: 0o120_777 << 16 },
  ]),
  'a locked .docx': makeDocx([{ name: 'word/x', flags: 1 }]),
  'a .docx that counts wrong': makeDocx([], { count: 9 }),
  'a .docx behind something': Buffer.concat([Buffer.from(HTML), makeDocx()]),
  'a .docx with bytes behind it': Buffer.concat([makeDocx(), Buffer.from('more')]),
  'a .docx with a cut end': makeDocx().subarray(0, -10),
  'the start of a .docx': makeDocx().subarray(0, 40),
  'a sheet of before': makeOle([{ name: 'Workbook' }]),
  'a sheet that holds a letter': makeOle([
    { name: 'Workbook', right: 2 },
    { name: 'MBD0001', isFolder: true, child: 3 },
    { name: 'WordDocument' },
  ]),
  'a locked .docx of now': makeOle([{ name: 'EncryptedPackage' }]),
  'a folder called like a letter': makeOle([{ name: 'WordDocument', isFolder: true }]),
  'a container that names a letter in its bytes only': Buffer.concat([
    makeOle([{ name: 'Workbook' }]),
    Buffer.from('WordDocument', 'utf16le'),
  ]),
  'an empty container': makeOle([]),
  'a container whose directory never ends': makeOle([{ name: 'Workbook' }], [1]),
  'a container that points outside': makeOle([{ name: 'Workbook' }], [9_999]),
  'the start of a container': makeDoc().subarray(0, 700),
  'a container whose tree bites itself': makeOle([
    { name: 'Workbook', left: 2, right: 2 },
    { name: 'Other', left: 1, right: 1 },
  ]),
}
test.for(Object.entries(notTaken))('refuses %s', async ([, bytes]) => {
  expect(await typeOf(bytes)).toBeNull()
})
