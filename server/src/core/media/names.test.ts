import { expect, test } from 'vitest'
import { attachment, fileOfName } from './names.ts'

const known: [string, string, boolean][] = [
  ['original.tiff', 'image/tiff', false],
  ['original.m4a', 'audio/mp4', false],
  ['original.pdf', 'application/pdf', true],
  ['original.doc', 'application/msword', true],
  ['original.txt', 'text/plain', true],
  ['1.avif', 'image/avif', false],
  ['9999.webp', 'image/webp', false],
  ['poster.jpg', 'image/jpeg', false],
  ['play.m4a', 'audio/mp4', false],
  ['preview.mp4', 'video/mp4', false],
  ['captions.vtt', 'text/vtt; charset=utf-8', false],
  ['tile-16-127-3.webp', 'image/webp', false],
]
test.for(known)('%s is %s', ([name, contentType, isAttachment]) => {
  expect(fileOfName(name)).toMatchObject({ contentType, isAttachment })
})

test.for([
  'original.html',
  'original.svg',
  'original.tif',
  'original.pdf.html',
  '0.avif',
  '01.avif',
  '10000.webp',
  '320.jpg',
  'tile-1-2.webp',
  'tile--1-0-0.webp',
  'tile-0-0-0.avif',
  'tile-100-0-0.webp',
  '../320.avif',
  'constructor',
  '',
])('does not recognise %s', (name) => {
  expect(fileOfName(name)).toBeNull()
})

const names: [string, string, string, string][] = [
  ['sea.jpg', 'jpg', 'sea.jpg', 'sea.jpg'],
  ['sea.JPEG', 'jpg', 'sea.JPEG', 'sea.JPEG'],
  ['scan.tif', 'tiff', 'scan.tif', 'scan.tif'],
  ['holiday.exe', 'jpg', 'holiday.exe.jpg', 'holiday.exe.jpg'],
  ['page.html', 'txt', 'page.html.txt', 'page.html.txt'],
  ['no extension', 'pdf', 'no extension.pdf', 'no%20extension.pdf'],
  ['a"b\\c%d.txt', 'txt', 'a_b_c_d.txt', 'a%22b%5Cc%25d.txt'],
  ["it's (1)*!.pdf", 'pdf', "it's (1)*!.pdf", 'it%27s%20%281%29%2A%21.pdf'],
  ['Möwe 🌊.pdf', 'pdf', 'M_we __.pdf', 'M%C3%B6we%20%F0%9F%8C%8A.pdf'],
  ['.pdf', 'pdf', '.pdf.pdf', '.pdf.pdf'],
]
test.for(names)('names the download of %s', ([fileName, extension, plain, encoded]) => {
  expect(attachment(fileName, extension)).toBe(
    `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
  )
})
