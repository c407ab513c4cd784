import { expect, it } from 'vitest'
import { MAX_DELIVERY_FILE_BYTES } from '@plinth/contract/limits.ts'
import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { fingerprintFor, inOrder, refusalOf } from './upload-rules.ts'

const sized = (size: number): File =>
  Object.defineProperty(new File([], 'a.psd', { lastModified: 1 }), 'size', { value: size })

const delivered: DeliveryFile = {
  id: 'early',
  kind: 'image',
  fileName: 'a.png',
  bytes: 10,
  previewState: 'ready',
  proofState: 'none',
  proof: null,
  preview: { url: '/preview', width: 4, height: 3, alt: 'Preview of a.png' },
  url: '/original',
}

it('accepts any type of file, but none that is empty or too large', () => {
  expect(refusalOf(sized(10))).toBeNull()
  expect(refusalOf(sized(MAX_DELIVERY_FILE_BYTES))).toBeNull()
  for (const size of [0, MAX_DELIVERY_FILE_BYTES + 1]) {
    expect(refusalOf(sized(size))).toContain('a.psd')
  }
})

it('treats the same file for another project as another upload', () => {
  const file = sized(10)
  expect(fingerprintFor('1', file)).not.toBe(fingerprintFor('2', file))
  expect(fingerprintFor('1', file)).toBe(fingerprintFor('1', sized(10)))
})

it('keeps files as they were chosen, whichever arrived first', () => {
  const files = ['two', 'early', 'one'].map((id) => ({ ...delivered, id }))
  expect(inOrder(files, ['one', 'file-9', 'two']).map(({ id }) => id)).toEqual([
    'early',
    'one',
    'two',
  ])
})
