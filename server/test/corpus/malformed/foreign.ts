import { filesOf, latin, type MalformedFile } from './file.ts'
import { makeDocx, makePdf, makeZip } from '../../media/documents.ts'

const PLAYLIST =
  '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><script>alert(1)</script></svg>'

/** Types that Plinth does not accept, as people and attackers would send them. */
const FOREIGN: Record<string, Buffer | string> = {
  HLS: PLAYLIST,
  'HLS behind a mark': `\ufeff${PLAYLIST}`,
  DASH: '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>file:///etc/</BaseURL></MPD>',
  'list for FFmpeg': "ffconcat version 1.0\nfile '/etc/passwd'\n",
  'playlist of a player': '[playlist]\nFile1=http://127.0.0.1/\n',
  SVG,
  'SVG behind a prolog': `<?xml version="1.0"?>${SVG}`,
  'SVG behind spaces': `\n\n  ${SVG}`,
  HTML: '<!doctype html><script>alert(document.cookie)</script>',
  'HTML in UTF-16': Buffer.from('\ufeff<html><script>alert(1)</script></html>', 'utf16le'),
  XML: '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  PHP: '<?php system($_GET["c"]);',
  script: '#!/bin/sh\nrm -rf /\n',
  batch: '@echo off\r\ndel *.*\r\n',
  RTF: '{\\rtf1\\ansi{\\object\\objdata 0105}}',
  PostScript: '%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file\n',
  letter: 'MIME-Version: 1.0\nContent-Type: text/html\n\n<script>alert(1)</script>',
  'box of letters': 'From a@example.com Mon Jan  1 00:00:00 2024\nSubject: a\n\nb\n',
  'card of a person': 'BEGIN:VCARD\nN:A\nEND:VCARD\n',
  shortcut: '[InternetShortcut]\nURL=http://127.0.0.1/\n',
  registry: 'Windows Registry Editor Version 5.00\n',
  certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n',
  'Windows program': latin(`MZ${'\0'.repeat(58)}\x40\0\0\0PE\0\0`),
  'Linux program': latin(`\x7fELF\x02\x01\x01${'\0'.repeat(60)}`),
  'Mac program': latin(`\xcf\xfa\xed\xfe${'\0'.repeat(60)}`),
  'Java class': latin('\xca\xfe\xba\xbe\0\0\0\x34\0\x10'),
  WebAssembly: latin('\0asm\x01\0\0\0'),
  ZIP: latin(`PK\x05\x06${'\0'.repeat(18)}`),
  RAR: latin('Rar!\x1a\x07\x01\0\0\0\0'),
  '7z': latin("7z\xbc\xaf'\x1c\0\x04\0\0"),
  gzip: latin('\x1f\x8b\x08\0\0\0\0\0\0\x03\0'),
  xz: latin('\xfd7zXZ\0\0\x04'),
  tar: latin(`a.txt${'\0'.repeat(252)}ustar\x0000${'\0'.repeat(250)}`),
  Flash: latin('FWS\x06\x40\0\0\0\0\0\0'),
  'AVI with a playlist': latin(`RIFF\x40\0\0\0AVI LIST\x20\0\0\0hdrlGAB2${PLAYLIST}`),
  Matroska: latin('\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska'),
  'MPEG stream': latin(`G\x40\0\x10${'\xff'.repeat(184)}G\x40\0\x11${'\xff'.repeat(184)}`),
  Ogg: latin(`OggS\0\x02${'\0'.repeat(20)}\x01\x2a\x80theora\x03\x02\x01`),
  'Windows media': latin('0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa\0b\xcel'),
  AIFF: latin('FORM\0\0\0\x20AIFFCOMM'),
  'sound of 4 GB': latin('RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0'),
  BMP: latin(`BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0${'\0'.repeat(40)}`),
  icon: latin('\0\0\x01\0\x01\0\x10\x10\0\0\x01\0'),
  Photoshop: latin('8BPS\0\x01\0\0\0\0\0\0\0\x03'),
  'JPEG XL': latin('\xff\x0a\x7f\x40\0'),
  'JPEG 2000': latin('\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 '),
  'raw of Canon': latin('\0\0\0\x18ftypcrx \0\0\0\x01crx isom'),
  EXR: latin('v/1\x01\x02\0\0\0'),
  'vector picture of Windows': latin('\xd7\xcd\xc6\x9a\0\0'),
  'picture of NASA': `SIMPLE  =                    T${'\0'.repeat(10)}`,
  database: latin('SQLite format 3\0\x10\0'),
  font: latin('\0\x01\0\0\0\x0f\0\x80'),
  zeros: Buffer.alloc(4_096),
  noise: Buffer.from(Array.from({ length: 997 }, (_, index) => (index * index * 131) % 256)),
  'one byte': latin('\0'),
  'text with a zero in it': 'a text\0with a zero',
  'spaces alone': ' \n\t \n',
}

export const foreignFiles = (): MalformedFile[] => filesOf('foreign', FOREIGN, { isForeign: true })

const HTML = '<html><script>alert(document.domain)</script></html>'
const SCRIPT = '=1;alert(document.domain);//'

/** Files that are valid as two types at once. */
export function polyglotFiles(whole: Record<string, Buffer>): MalformedFile[] {
  const of = (type: string): Buffer => whole[type] ?? Buffer.alloc(0)
  const archive = makeZip([{ name: 'a.html', data: HTML }])
  const behind = (type: string, other: Buffer | string): Buffer =>
    Buffer.concat([of(type), Buffer.from(other as Buffer)])
  const program = makeZip([{ name: 'META-INF/MANIFEST.MF', data: 'Main-Class: A' }])
  return filesOf('two in one', {
    'JPEG and archive': behind('JPEG', archive),
    'JPEG and HTML': behind('JPEG', HTML),
    'JPEG and PDF': behind('JPEG', makePdf()),
    'JPEG and Java': behind('JPEG', program),
    'PNG and HTML': behind('PNG', HTML),
    'PNG and PHP': behind('PNG', '<?php system("id");'),
    'GIF and script': Buffer.concat([latin('GIF89a'), latin(`/*${SCRIPT}*/`), of('GIF')]),
    'GIF and a script behind': behind('GIF', `*/${SCRIPT}`),
    'WebP and HTML': behind('WebP', HTML),
    'TIFF and HTML': behind('TIFF', HTML),
    'AVIF and HTML': behind('AVIF', HTML),
    'MP4 and HTML': behind('MP4', HTML),
    'MP4 and PDF': behind('MP4', makePdf()),
    'MP4 and a playlist': behind('MP4', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'),
    'WebM and HTML': behind('WebM', HTML),
    'PDF and HTML': behind('PDF', HTML),
    'HTML in front of a PDF': Buffer.concat([latin(HTML), makePdf()]),
    'docx and Java': makeDocx([{ name: 'META-INF/MANIFEST.MF', data: 'Main-Class: A' }]),
    'docx and something behind': Buffer.concat([makeDocx(), latin(HTML)]),
    'docx and something in front': Buffer.concat([latin(HTML), makeDocx()]),
    'text and HTML further down': `a text\n\n${HTML}\n`,
  })
}
