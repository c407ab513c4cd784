import { expect, it } from 'vitest'
import { filesOf } from './dropped.ts'

const file = (name: string) =>
  ({
    name,
    isDirectory: false,
    file: (found: (file: File) => void) => found(new File(['x'], name)),
  }) as unknown as FileSystemEntry
const lost = (name: string) =>
  ({
    name,
    isDirectory: false,
    file: (_: unknown, failed: () => void) => failed(),
  }) as unknown as FileSystemEntry
/** A reader that gives two at a time, as browsers give a hundred. */
const folder = (name: string, children: FileSystemEntry[]) =>
  ({
    name,
    isDirectory: true,
    createReader: () => {
      const left = [...children]
      return { readEntries: (found: (some: FileSystemEntry[]) => void) => found(left.splice(0, 2)) }
    },
  }) as unknown as FileSystemEntry

it('reads folders to the end, in the order of names, without what systems put there', async () => {
  const inner = folder('raw', [file('b.tif'), file('a.tif')])
  const entries = [
    file('cover.jpg'),
    folder('set', [file('10.jpg'), file('2.jpg'), file('.DS_Store'), inner, lost('gone.jpg')]),
    file('Thumbs.db'),
    // A browser, or a script, may give the file alone.
    new File(['x'], 'last.jpg'),
  ]
  const names = (await filesOf(entries)).map(({ name }) => name)
  expect(names).toEqual(['cover.jpg', '2.jpg', '10.jpg', 'a.tif', 'b.tif', 'last.jpg'])
})
