import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import { expect, it } from 'vitest'
import {
  acceptOf,
  ANY_KIND,
  isVideoFile,
  fileTypeOf,
  PICTURES_AND_VIDEOS,
  refusalOf,
} from './file-rules.ts'

const check =
  (kinds: readonly MediaKind[]) =>
  (name: string, type: string, size = 10) =>
    refusalOf({ name, type, size }, kinds)

it('refuses files that the server would refuse', () => {
  const file = check(['image'])
  expect(file('a.jpg', 'image/jpeg')).toBeNull()
  expect(file('a.avif', '')).toBeNull()
  expect(file('a.JPEG', '')).toBeNull()
  expect(file('a.svg', 'image/svg+xml')).toBe('unsupported')
  expect(file('a.jpg', 'text/plain')).toBe('unsupported')
  expect(file('a.mp4', 'video/mp4')).toBe('unsupported')
  expect(file('a.png', 'image/png', 0)).toBe('empty')
  expect(file('a.png', 'image/png', MAX_MEDIA_BYTES)).toBeNull()
  expect(file('a.png', 'image/png', MAX_MEDIA_BYTES + 1)).toBe('too_large')
})

it('accepts videos where videos are allowed', () => {
  const file = check(PICTURES_AND_VIDEOS)
  expect(file('walk.mp4', 'video/mp4')).toBeNull()
  expect(file('walk.mov', '')).toBeNull()
  expect(file('walk.mkv', 'video/x-matroska')).toBe('unsupported')
  expect(file('song.mp3', 'audio/mpeg')).toBe('unsupported')
  expect(isVideoFile({ name: 'walk.mov', type: '' })).toBe(true)
  expect(isVideoFile({ name: 'jar.png', type: 'image/png' })).toBe(false)
})

it('knows other names of a type, and uses the extension when there is no type', () => {
  const file = check(ANY_KIND)
  for (const [name, type] of [
    ['moon.tif', ''],
    ['moon.heif', 'image/heif'],
    ['song.wav', 'audio/x-wav'],
    ['song.m4a', 'audio/x-m4a'],
    ['song.oga', 'application/octet-stream'],
    ['notes.docx', ''],
    ['book.pdf', 'application/pdf'],
  ] as const) {
    expect(file(name, type), name).toBeNull()
  }
  expect(file('tool.exe', '')).toBe('unsupported')
  expect(file('pages.zip', 'application/zip')).toBe('unsupported')
  expect(fileTypeOf({ name: 'moon.tif', type: '' })).toEqual({ kind: 'image', format: 'TIFF' })
  expect(fileTypeOf({ name: 'a', type: 'text/plain' })).toEqual({
    kind: 'document',
    format: '.txt',
  })
})

it('gives the file input types and extensions', () => {
  const accept = acceptOf(PICTURES_AND_VIDEOS).split(',')
  expect(accept).toEqual(expect.arrayContaining(['image/heic', '.tif', '.tiff', '.heif', '.mov']))
  expect(accept).not.toContain('.oga')
  expect(acceptOf(ANY_KIND).split(',')).toEqual(expect.arrayContaining(['.doc', '.txt', '.oga']))
})
