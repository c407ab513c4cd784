import type { Media } from '@plinth/contract/media/media.ts'
import { expect, it } from 'vitest'
import { exampleMedia } from '../media/media.example.ts'
import {
  chosenFile,
  filesToSend,
  isPaused,
  isPending,
  uploadedFile,
  mediaOf,
  nextFiles,
  refusedFile,
  freePlaces,
  type FilesEvent,
  type UploadFile,
} from './files.ts'

const raw = (name: string) => new File([new Uint8Array(1_000)], name, { type: 'image/png' })
const chosen = (name: string) => chosenFile(raw(name), { key: name, preview: `blob:${name}` })
const refused = (name: string) => refusedFile(raw(name), 'No.', name)
const media = (id: string, kind: Media['kind'] = 'image') => exampleMedia(id, { kind })

const after = (files: readonly UploadFile[], ...events: FilesEvent[]) =>
  events.reduce(nextFiles, files)
const sending = (key: string): FilesEvent => ({
  type: 'upload',
  key,
  event: { type: 'send', file: raw(key), at: 0 },
})
const wait = (key: string): FilesEvent => ({ type: 'upload', key, event: { type: 'wait' } })
const names = (files: readonly UploadFile[]) => files.map(({ key }) => key).join(' ')

it('sends two at a time, in their order', () => {
  const all = [chosen('a'), refused('b'), chosen('c'), chosen('d')]
  expect(names(filesToSend(all))).toBe('a c')
  const begun = after(all, sending('a'), sending('c'))
  expect(filesToSend(begun)).toEqual([])
  expect(begun.filter(isPending)).toHaveLength(3)
  const one = after(begun, {
    type: 'upload',
    key: 'a',
    event: { type: 'finish', media: media('m') },
  })
  expect(names(filesToSend(one))).toBe('d')
  expect(mediaOf(one[0] as UploadFile)?.id).toBe('m')
})

it('sends a failed file again, but never a refused one', () => {
  const broken = after([chosen('a')], sending('a'), {
    type: 'upload',
    key: 'a',
    event: { type: 'break', sentence: 'No line.' },
  })
  expect(broken[0]?.upload).toMatchObject({ phase: 'broken', sentence: 'No line.' })
  expect(filesToSend(broken)).toEqual([])
  expect(names(filesToSend(after(broken, wait('a'))))).toBe('a')
  expect(filesToSend(after([refused('b')], wait('b')))).toEqual([])
})

it('sends a refused file again when the person says that it is a document', () => {
  const event = { type: 'refuse', fileName: 'a', sentence: 'No.', canBeDocument: true } as const
  const all = after([chosen('a')], sending('a'), { type: 'upload', key: 'a', event })
  expect(all[0]?.upload).toMatchObject({ phase: 'refused', canBeDocument: true })
  expect(filesToSend(all)).toEqual([])
  expect(filesToSend(after(all, { type: 'document', key: 'a' }))).toMatchObject([
    { key: 'a', asDocument: true },
  ])
  expect(filesToSend(after([refused('b')], { type: 'document', key: 'b' }))).toEqual([])
})

it('starts the next file when one is paused, and resumes when a slot is free', () => {
  const pause: FilesEvent = { type: 'upload', key: 'a', event: { type: 'pause' } }
  const all = after([chosen('a'), chosen('b'), chosen('c')], sending('a'), sending('b'), pause)
  expect(isPaused(all[0] as UploadFile)).toBe(true)
  expect(all.map(isPending)).toEqual([false, true, true])
  expect(names(filesToSend(all))).toBe('c')
  const busy = after(all, sending('c'), wait('a'))
  expect(filesToSend(busy)).toEqual([])
  expect(busy.every(isPending)).toBe(true)
  const free = after(busy, {
    type: 'upload',
    key: 'b',
    event: { type: 'finish', media: media('b') },
  })
  expect(names(filesToSend(free))).toBe('a')
})

it('ignores events of a removed file', () => {
  const left = after([chosen('a'), chosen('b')], sending('a'), { type: 'remove', key: 'a' })
  const late: FilesEvent = {
    type: 'upload',
    key: 'a',
    event: { type: 'finish', media: media('m') },
  }
  expect(after(left, late)).toEqual(left)
})

it('moves a file past refused ones and within the list', () => {
  const all = [chosen('a'), refused('x'), chosen('b'), chosen('c')]
  expect(names(after(all, { type: 'move', key: 'a', by: 1 }))).toBe('x b a c')
  expect(names(after(all, { type: 'move', key: 'b', by: -1 }))).toBe('b a x c')
  expect(after(all, { type: 'move', key: 'a', by: -1 })).toBe(all)
  expect(after(all, { type: 'move', key: 'c', by: 1 })).toBe(all)
  expect(after([chosen('a'), refused('x')], { type: 'move', key: 'a', by: 1 })).toHaveLength(2)
})

it('restores a draft once, before files chosen meanwhile', () => {
  const restored = [uploadedFile(media('m'), 'A jar'), uploadedFile(media('n', 'video'))]
  const files = after([chosen('a')], { type: 'restore', files: restored })
  expect(names(files)).toBe('m n a')
  expect(files[0]).toMatchObject({ alt: 'A jar', isVideo: false, preview: null })
  expect(files[1]?.isVideo).toBe(true)
  expect(names(after(files, { type: 'restore', files: restored }))).toBe('m n a')
})

it('counts how many more files it takes', () => {
  const files = [chosen('a'), refused('b'), chosen('c')]
  expect(freePlaces(files, 8)).toBe(6)
  expect(freePlaces(files, 1)).toBe(0)
})

it('keeps the alternative text of a file', () => {
  const [file] = after([chosen('a')], { type: 'describe', key: 'a', alt: 'A stair' }, sending('a'))
  expect(file?.alt).toBe('A stair')
})

it('keeps uploaded files until the form is sent', () => {
  const sent = after([chosen('a')], sending('a'), {
    type: 'upload',
    key: 'a',
    event: { type: 'finish', media: media('m') },
  })
  const all = after(sent, { type: 'restore', files: [uploadedFile(media('old'))] })
  expect(all.map((file) => mediaOf(file)?.id)).toEqual(['old', 'm'])
  expect(after(all, { type: 'remove', key: 'old' })).toHaveLength(1)
  expect(after(all, { type: 'clear' })).toEqual([])
})
