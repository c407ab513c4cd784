import { expect, it } from 'vitest'
import { MAX_MESSAGE_MEDIA } from '@plinth/contract/limits.ts'
import { exampleMedia } from '../../../lib/media/media.example.ts'
import { filesToSend, isPending, mediaOf, type SentFile } from '../../lib/sent-files.ts'
import {
  chosenFile,
  keptFile,
  nextFiles,
  refusedFile,
  roomFor,
  type FilesEvent,
} from './compose-files.ts'

const raw = (name: string) => new File([new Uint8Array(1_000)], name)
const chosen = (name: string) => chosenFile(raw(name), name)
const after = (files: readonly SentFile[], ...events: FilesEvent[]) =>
  events.reduce(nextFiles, files)

it('sends two at a time, and what was refused not at all', () => {
  const all = [chosen('a'), refusedFile(raw('b'), 'b', 'No.'), chosen('c'), chosen('d')]
  expect(filesToSend(all).map(({ key }) => key)).toEqual(['a', 'c'])
  expect(all.filter(isPending)).toHaveLength(3)
  expect(roomFor(all)).toBe(MAX_MESSAGE_MEDIA - 3)
})

it('keeps what has arrived, and puts what a draft brought back first', () => {
  const media = exampleMedia('m')
  const sent = after(
    [chosen('a')],
    { type: 'upload', key: 'a', event: { type: 'send', file: raw('a'), at: 0 } },
    { type: 'upload', key: 'a', event: { type: 'keep', media } },
    { type: 'restore', files: [keptFile(exampleMedia('old'))] },
  )
  expect(sent.map((file) => mediaOf(file)?.id)).toEqual(['old', 'm'])
  expect(after(sent, { type: 'remove', key: 'old' })).toHaveLength(1)
  expect(after(sent, { type: 'clear' })).toEqual([])
})
