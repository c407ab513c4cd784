import { expect, it } from 'vitest'
import { exampleMedia } from '../media/media.example.ts'
import {
  canPause,
  hasUnsent,
  isMoving,
  isUnderway,
  nextUpload,
  NO_UPLOAD,
  percentOf,
  secondsLeftOf,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts'
import { sendingLine, announcementOf } from './upload-texts.ts'

const file = new File([new Uint8Array(1_000)], 'jar.png', { type: 'image/png' })
const after = (...events: UploadEvent[]): UploadState => events.reduce(nextUpload, NO_UPLOAD)
const send: UploadEvent = { type: 'send', file, at: 0 }
const keep = (id: string): UploadEvent => ({ type: 'finish', media: exampleMedia(id) })
const progress = (loaded: number, at = 10): UploadEvent => ({ type: 'progress', loaded, at })

it('goes from a chosen file to stored media', () => {
  expect(after(send).phase).toBe('sending')
  expect(after(send, progress(1_000), { type: 'check' }).phase).toBe('checking')
  expect(sendingLine(after(send, { type: 'check' }))).toBe('Checking the file')
  expect(sendingLine(after(send, { type: 'check', isLong: true }))).toBe(
    'We are looking at your file',
  )
  expect(after(send, { type: 'check' }, keep('a'))).toEqual({
    phase: 'uploaded',
    media: exampleMedia('a'),
  })
  const remade = exampleMedia('a', { state: 'failed' })
  expect(after(send, keep('a'), { type: 'finish', media: remade })).toMatchObject({ media: remade })
})

it('waits for the connection and resumes from the offset on the server', () => {
  const stalled = after(send, progress(700), { type: 'stall', reason: 'offline' })
  expect(stalled).toEqual({ phase: 'stalled', file, loaded: 700, reason: 'offline' })
  expect(nextUpload(stalled, { type: 'resume', loaded: 600, at: 50 })).toMatchObject({
    phase: 'sending',
    loaded: 600,
    from: 600,
    startedAt: 50,
  })
  expect(nextUpload(stalled, progress(650)).phase).toBe('sending')
  const again = after(send, { type: 'check' }, { type: 'stall', reason: 'busy' }, keep('a'))
  expect(again.phase).toBe('uploaded')
})

it('pauses once, and resumes with the bar where it was', () => {
  const paused = after(send, progress(400), { type: 'pause' }, { type: 'pause' })
  expect(paused).toEqual({ phase: 'paused', file, loaded: 400 })
  expect(nextUpload(paused, progress(500))).toBe(paused)
  expect(nextUpload(paused, { type: 'stall', reason: 'offline' })).toBe(paused)
  expect(nextUpload(paused, keep('a'))).toBe(paused)
  const waiting = nextUpload(paused, { type: 'wait' })
  expect(waiting).toEqual({ phase: 'waiting', file, loaded: 400 })
  expect(nextUpload(waiting, { type: 'wait' })).toBe(waiting)
  expect(nextUpload(waiting, { type: 'send', file, at: 9 })).toMatchObject({
    loaded: 400,
    from: 400,
  })
  expect(after(send, { type: 'check' }, { type: 'pause' }).phase).toBe('checking')
})

it('keeps the file of a failed upload for a retry, and no progress of another file', () => {
  const broken = after(send, progress(300), { type: 'break', sentence: 'No line.' })
  expect(broken).toEqual({ phase: 'broken', file, loaded: 300, sentence: 'No line.' })
  const other = new File(['x'], 'other.png')
  expect(nextUpload(broken, { type: 'send', file: other, at: 0 })).toMatchObject({ loaded: 0 })
})

it('ignores events after a cancel', () => {
  const late: UploadEvent[] = [
    progress(500),
    { type: 'resume', loaded: 500, at: 1 },
    { type: 'stall', reason: 'offline' },
    { type: 'pause' },
    { type: 'check' },
    { type: 'wait' },
    { type: 'break', sentence: 'Aborted.' },
    keep('a'),
  ]
  for (const event of late) expect(after(send, { type: 'clear' }, event)).toEqual(NO_UPLOAD)
})

it('restores what an earlier visit sent, unless another file was chosen meanwhile', () => {
  const restore: UploadEvent = { type: 'restore', media: exampleMedia('a') }
  expect(after(restore)).toMatchObject({ phase: 'uploaded', media: { id: 'a' } })
  expect(after(send, restore).phase).toBe('sending')
})

it("ignores another file's media", () => {
  expect(after(send, keep('a'), keep('b'))).toMatchObject({ media: { id: 'a' } })
})

it('knows what would be lost, what moves and what can be paused', () => {
  const refused = after({ type: 'refuse', fileName: 'a', sentence: 'b' })
  const stalled = after(send, { type: 'stall', reason: 'offline' })
  const paused = after(send, { type: 'pause' })
  const checking = after(send, { type: 'check' })
  expect([NO_UPLOAD, refused, stalled, paused].map(hasUnsent)).toEqual([false, false, true, true])
  expect([stalled, checking, paused].map(isMoving)).toEqual([true, true, false])
  expect([after(send), stalled, checking].map(canPause)).toEqual([true, true, false])
})

it('never shows 100 before the server confirms', () => {
  const all = after(send, progress(1_000))
  if (!isUnderway(all)) throw new Error('not underway')
  expect(percentOf(all.loaded, file.size)).toBe(99)
  expect(percentOf(0, 0)).toBe(0)
})

it('estimates the time left from the current run, and only with enough progress', () => {
  const at = (loaded: number, now: number, from = 0) => {
    const state = after(send, { type: 'resume', loaded: from, at: 0 }, progress(loaded, now))
    if (state.phase !== 'sending') throw new Error('not sending')
    return secondsLeftOf(state)
  }
  expect(at(0, 5_000)).toBeNull()
  expect(at(500, 100)).toBeNull()
  expect(at(250, 2_000)).toBe(6)
  expect(at(750, 2_000, 500)).toBe(2)
  expect(at(1_000, 4_000)).toBeNull()
})

it('announces each step once, and every interruption', () => {
  const large = { name: 'moon.tif', size: 18 * 1024 * 1024 } as File
  const told = (...events: UploadEvent[]) => {
    const state = after({ type: 'send', file: large, at: 0 }, ...events)
    return [sendingLine(state), announcementOf(large.name, state)]
  }
  const mb = (size: number) => Math.round(size * 1024 * 1024)
  expect(told()).toEqual(['0.0 of 18.0 MB', 'Uploading moon.tif'])
  expect(told(progress(mb(4.6), 2_000))).toEqual([
    '4.6 of 18.0 MB, about 6 seconds left',
    'moon.tif: 25%',
  ])
  expect(told(progress(mb(5), 2_000))[1]).toBe('moon.tif: 25%')
  expect(told({ type: 'resume', loaded: mb(13.1), at: 5 })).toEqual([
    '13.1 of 18.0 MB already uploaded',
    'moon.tif: 13.1 of 18.0 MB already uploaded',
  ])
  expect(told({ type: 'stall', reason: 'offline' })).toEqual([
    'Connection lost. It continues by itself.',
    'moon.tif: Connection lost. It continues by itself.',
  ])
  expect(told(progress(mb(9)), { type: 'pause' })[0]).toBe('Paused, 9.0 of 18.0 MB')
  expect(told({ type: 'check' })[0]).toBe('Checking the file')
})
