import { expect, it } from 'vitest'
import { describeFile } from './files.ts'

const nothing = { video: null, audio: null, document: null }
const document = {
  url: '/media/0190/original.docx?until=1&sign=x.y',
  contentType: 'application/octet-stream',
  fileName: 'offer.pdf',
  bytes: 49_000,
  pages: null,
}

it('describes what a file is and how long or large', () => {
  expect(describeFile(nothing)).toBeNull()
  const video = {
    url: null,
    contentType: null,
    durationMs: 12_400,
    hasSound: true,
    previewUrl: null,
    captionsUrl: null,
  }
  expect(describeFile({ ...nothing, video })).toBe('Film, 0:12')
  const audio = { url: null, contentType: null, durationMs: 134_000, peaks: null }
  expect(describeFile({ ...nothing, audio })).toBe('Audio, 2:14')
  expect(describeFile({ ...nothing, document: { ...document, pages: 12 } })).toBe('PDF, 12 pages')
  expect(describeFile({ ...nothing, document: { ...document, pages: 1 } })).toBe('PDF, 1 page')
})

it('names a document by its content and not by its name', () => {
  expect(describeFile({ ...nothing, document })).toBe('.docx, 48 KB')
})
