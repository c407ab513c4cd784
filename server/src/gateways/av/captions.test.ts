import { MAX_CAPTIONS_BYTES } from '@plinth/contract/limits.ts'
import { expect, test } from 'vitest'
import { toWebVtt } from './captions.ts'

const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  toWebVtt(Buffer.from(text, encoding))

test('keeps times, positions and text of WebVTT, and nothing else', () => {
  const captions = `WEBVTT - made by hand
Kind: captions

STYLE
::cue { background: url(https://elsewhere.example/) }

REGION
id:fred

NOTE who --> wrote this

intro
00:01.000 --> 00:02.500 align:start region:fred position:10%,line-left onclick:x
<v.loud Kari Nordmann>Hi & <b>good</b> &amp; well <00:01.500><i>morning</i></v>
<script src="x">alert(1)</script><img>

00:01:02.003 --> 01:00:00.000 line:-1
<c.yellow.bg_blue>5 < 6 > 2</c> <v Ola>and</v> <lang no>ja</lang>
`
  expect(read(captions)).toBe(`WEBVTT

00:00:01.000 --> 00:00:02.500 align:start position:10%,line-left
Hi &amp; <b>good</b> &amp; well <i>morning</i></v>
alert(1)

00:01:02.003 --> 01:00:00.000 line:-1
<c.yellow.bg_blue>5 &lt; 6 &gt; 2</c> <v Ola>and</v> ja
`)
})

const SUBRIP = `1
00:00:03,5 --> 00:00:04,000  X1:201 X2:516
{\\an8}<font color="red">Sjø</font> 5 < 6 --> 7

and so on

2
00:00:01,000 --> 00:00:02,000
<i>first</i>

3
00:00:02,000 --> 00:00:02,000
never seen
`
const READ_SUBRIP = `WEBVTT

00:00:01.000 --> 00:00:02.000
<i>first</i>

00:00:03.500 --> 00:00:04.000
Sjø 5 &lt; 6 --&gt; 7
and so on
`

test.for<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(SUBRIP)],
  [
    'with a mark in front and lines of Windows',
    Buffer.from(`\ufeff${SUBRIP.replaceAll('\n', '\r\n')}`),
  ],
  ['as Windows wrote it before', Buffer.from(SUBRIP, 'latin1')],
  ['UTF-16', Buffer.from(`\ufeff${SUBRIP}`, 'utf16le')],
])('SubRip becomes WebVTT: %s', ([, bytes]) => {
  expect(toWebVtt(bytes)).toBe(READ_SUBRIP)
})

test('accepts its own output', () => {
  expect(read(READ_SUBRIP)).toBe(READ_SUBRIP)
})

const notTaken: Record<string, [string, string]> = {
  nothing: ['', 'Plinth takes captions as'],
  'a text': ['Dear Sir,\n\nplease', 'Plinth takes captions as'],
  'a page': [
    '<!doctype html>\n<script>00:00:01.000 --> x</script>',
    'We can’t read a time in these captions: “<script>',
  ],
  'a picture': ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'Plinth takes captions as'],
  'no cue': ['WEBVTT\n\nNOTE nothing here\n', 'Plinth takes captions as'],
  'no words': ['WEBVTT\n\n00:01.000 --> 00:02.000\n<x></x>\n', 'Plinth takes captions as'],
  'a word too long': ['WEBVTTX\n\n00:01.000 --> 00:02.000\nHi', 'Plinth takes captions as'],
  'a broken time': [
    'WEBVTT\n\n00:01 --> 00:02\nHi',
    'We can’t read a time in these captions: “00:01 --> 00:02”.',
  ],
  'time that runs backwards': [
    'WEBVTT\n\n00:05.000 --> 00:01.000\nHi',
    'end before they begin at “00:05.000 --> 00:01.000”.',
  ],
  'too many cues': [
    `WEBVTT\n\n${'00:01.000 --> 00:02.000\nHi\n\n'.repeat(5_401)}`,
    'more than 5400 cues',
  ],
}
test.for(Object.entries(notTaken))('refuses %s with a message', ([, [text, sentence]]) => {
  expect(() => read(text, 'latin1')).toThrow(
    expect.objectContaining({
      code: 'media.unsupported',
      message: expect.stringContaining(sentence),
    }),
  )
})

test('refuses captions that are too large without reading them', () => {
  expect(() => toWebVtt(Buffer.alloc(MAX_CAPTIONS_BYTES + 1))).toThrow(
    expect.objectContaining({ code: 'media.too_large' }),
  )
})
