import type { Media } from '@plinth/contract/media.ts'
import { expect, it } from 'vitest'
import {
  hasUnsent,
  nextUpload,
  NO_UPLOAD,
  progressOf,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts'

const file = new File([new Uint8Array(1_000)], 'jar.png', { type: 'image/png' })
const media = (id: string, state: Media['state'] = 'processing'): Media => ({
  id,
  url: `/media/${id}/original.png`,
  state,
  failure: null,
  fileName: 'jar.png',
  kind: 'image',
  video: null,
  contentType: 'image/png',
  bytes: 1_000,
  picture: {
    id,
    width: 10,
    height: 10,
    thumbhash: null,
    alt: '',
    state,
    renditions: [],
    signature: '',
    originalUrl: `/media/${id}/original.png`,
  },
  createdAt: '2026-01-01T00:00:00.000Z',
})
const after = (...events: UploadEvent[]): UploadState => events.reduce(nextUpload, NO_UPLOAD)
const send: UploadEvent = { type: 'send', file, at: 0 }

it('goes from the choice to the kept media', () => {
  expect(after(send).phase).toBe('sending')
  expect(after(send, { type: 'keep', media: media('a') })).toEqual({
    phase: 'kept',
    media: media('a'),
  })
  expect(
    after(send, { type: 'keep', media: media('a') }, { type: 'keep', media: media('a', 'ready') }),
  ).toMatchObject({ phase: 'kept', media: { state: 'ready' } })
})

it('keeps the file of a broken upload for another try', () => {
  expect(after(send, { type: 'break', sentence: 'No line.' })).toEqual({
    phase: 'broken',
    file,
    sentence: 'No line.',
  })
})

it('ignores what arrives after a cancel', () => {
  const late: UploadEvent[] = [
    { type: 'progress', loaded: 500, at: 10 },
    { type: 'break', sentence: 'Aborted.' },
    { type: 'keep', media: media('a') },
  ]
  for (const event of late) expect(after(send, { type: 'clear' }, event)).toEqual(NO_UPLOAD)
})

it("ignores another file's media", () => {
  expect(
    after(send, { type: 'keep', media: media('a') }, { type: 'keep', media: media('b') }),
  ).toMatchObject({ media: { id: 'a' } })
})

it('knows what would be lost', () => {
  expect(hasUnsent(NO_UPLOAD)).toBe(false)
  expect(hasUnsent(after({ type: 'refuse', fileName: 'a', sentence: 'b' }))).toBe(false)
  expect(hasUnsent(after(send))).toBe(true)
  expect(hasUnsent(after(send, { type: 'break', sentence: 'x' }))).toBe(true)
})

it('judges the time left only when there is something to judge by', () => {
  const at = (loaded: number, now: number) => {
    const state = after(send, { type: 'progress', loaded, at: now })
    if (state.phase !== 'sending') throw new Error('not sending')
    return progressOf(state)
  }
  expect(at(0, 5_000)).toEqual({ percent: 0, secondsLeft: null })
  expect(at(500, 100)).toEqual({ percent: 50, secondsLeft: null })
  expect(at(250, 2_000)).toEqual({ percent: 25, secondsLeft: 6 })
  expect(at(1_000, 4_000)).toEqual({ percent: 99, secondsLeft: null })
})
