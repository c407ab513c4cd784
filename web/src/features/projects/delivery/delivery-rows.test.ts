import { expect, it } from 'vitest'
import { MAX_DELIVERY_FILES, MAX_DELIVERY_FILE_BYTES } from '@plinth/contract/limits.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { inOrder, markFor, nextRows, roomFor, rowOf } from './delivery-rows.ts'

const sized = (size: number): File =>
  Object.defineProperty(new File([], 'a.psd', { lastModified: 1 }), 'size', { value: size })

const delivered: DeliveryFile = {
  id: 'early',
  kind: 'image',
  fileName: 'a.png',
  bytes: 10,
  previewState: 'ready',
  preview: { url: '/preview', width: 4, height: 3, alt: 'Preview of a.png' },
  url: '/original',
}

it('takes any kind of file, but none that is empty or too large', () => {
  expect(rowOf(sized(10))).toMatchObject({ name: 'a.psd', upload: { phase: 'waiting', loaded: 0 } })
  expect(rowOf(sized(MAX_DELIVERY_FILE_BYTES))).toMatchObject({ upload: { phase: 'waiting' } })
  for (const size of [0, MAX_DELIVERY_FILE_BYTES + 1]) {
    expect(rowOf(sized(size))).toMatchObject({ file: null, upload: { phase: 'refused' } })
  }
})

it('has room for fifty, and what was refused takes none', () => {
  const rows = [rowOf(sized(10)), rowOf(sized(0))]
  expect(roomFor(rows, 3)).toBe(MAX_DELIVERY_FILES - 4)
  expect(roomFor(rows, MAX_DELIVERY_FILES)).toBe(0)
})

it('moves the row that is told of, and drops it when it has arrived', () => {
  const [first, second] = [rowOf(sized(10)), rowOf(sized(20))]
  const rows = nextRows([], { type: 'add', rows: [first, second] })
  const sending = nextRows(rows, {
    type: 'upload',
    key: second.key,
    event: { type: 'send', file: second.file!, at: 0 },
  })
  expect(sending.map(({ upload }) => upload.phase)).toEqual(['waiting', 'sending'])
  expect(nextRows(sending, { type: 'remove', key: second.key })).toEqual([first])
})

it('knows the same file of another project for another upload', () => {
  const file = sized(10)
  expect(markFor('1', file)).not.toBe(markFor('2', file))
  expect(markFor('1', file)).toBe(markFor('1', sized(10)))
})

it('keeps files as they were chosen, whichever arrived first', () => {
  const files = ['two', 'early', 'one'].map((id) => ({ ...delivered, id }))
  expect(inOrder(files, ['one', 'file-9', 'two']).map(({ id }) => id)).toEqual([
    'early',
    'one',
    'two',
  ])
})
