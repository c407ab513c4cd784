import { MAX_TAGS, MAX_TITLE_LENGTH } from '@plinth/contract/limits.ts'
import { expect, it } from 'vitest'
import { exampleMedia } from '../../../lib/media/media.example.ts'
import { nextFiles, type UploadFile } from '../../../lib/uploads/files.ts'
import { taken, takenFor } from './taking.ts'
import {
  fieldsOf,
  holdsAll,
  isKnown,
  secondsLeft,
  spokenStep,
  summaryOf,
  withEmbedded,
  withSample,
  type Sample,
} from './tray-rules.ts'

const raw = (name: string, bytes = 1_000, type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 7 })

it('begins with the file’s name, and the category that was used last or fits its kind', () => {
  expect(fieldsOf('ember-close.tif', 'image', null)).toMatchObject({
    title: 'ember-close',
    category: 'photography',
    alsoPost: false,
  })
  expect(fieldsOf('walk.mp4', 'video', null).category).toBe('videography')
  expect(fieldsOf('song.flac', 'audio', null).category).toBe('editing')
  expect(fieldsOf('book.pdf', 'pdf', null).category).toBe('graphic-design')
  expect(fieldsOf('ember.tif', 'image', 'crafting').category).toBe('crafting')
  expect(Array.from(fieldsOf(`${'🫙'.repeat(300)}.jpg`, 'image', null).title)).toHaveLength(
    MAX_TITLE_LENGTH,
  )
})

it('takes what a file says about itself, within the limits', () => {
  const fields = fieldsOf('DSC_0412.jpg', 'image', null)
  const said = withEmbedded(fields, {
    title: ' Ember ',
    description: 'Stoneware',
    alt: '',
    keywords: ['jar; glaze', '#Jar', 'kiln'],
  })
  expect(said).toMatchObject({ title: 'Ember', description: 'Stoneware', alt: '' })
  expect(said.tags).toEqual(['jar', 'glaze', 'kiln'])
  expect(withEmbedded(fields, { title: '  ', keywords: [] })).toEqual(fields)
  const many = Array.from({ length: MAX_TAGS + 9 }, (_, at) => `tag ${at}`)
  expect(withEmbedded(fields, { keywords: many }).tags).toHaveLength(MAX_TAGS)
  expect(withEmbedded(fields, { title: 'x'.repeat(999) }).title).toHaveLength(MAX_TITLE_LENGTH)
})

it('knows a file that is there already, but not one that was refused', () => {
  const jar = taken(raw('jar.jpg'), null)
  const tool = taken(raw('tool.exe', 10, ''), null)
  expect(tool.upload).toMatchObject({ phase: 'refused' })
  expect(isKnown([jar, tool], jar.fingerprint)).toBe(true)
  expect(isKnown([jar, tool], tool.fingerprint)).toBe(false)
  expect(isKnown([jar], taken(raw('jar.jpg', 999), null).fingerprint)).toBe(false)
})

it('keeps what somebody wrote when they replace a file', () => {
  const jar = taken(raw('jar.jpg'), null)
  const named = { ...jar, isNamed: true, fields: { ...jar.fields, title: 'Ember' } }
  expect(takenFor(named, raw('other.jpg'), null)).toMatchObject({
    key: jar.key,
    name: 'other.jpg',
    fields: { title: 'Ember' },
  })
  expect(takenFor(jar, raw('other.jpg'), null).fields.title).toBe('other')
})

it('counts what is here, on its way and refused', () => {
  const files = [
    taken(raw('a.jpg'), null, 'a'),
    taken(raw('b.jpg', 3_000), null, 'b'),
    taken(raw('c.exe', 10, ''), null, 'c'),
  ]
  const events = [
    { type: 'send', file: raw('a.jpg'), at: 0 },
    { type: 'finish', media: exampleMedia('m') },
  ] as const
  let after: readonly UploadFile[] = files
  for (const event of events) after = nextFiles(after, { type: 'upload', key: 'a', event })
  expect(summaryOf(after)).toEqual({
    all: 3,
    ready: 1,
    pending: 1,
    paused: 0,
    loaded: 1_000,
    size: 4_000,
    isOffline: false,
  })
})

it('says how long it takes from what was measured, and nothing before', () => {
  const left = { loaded: 20_000, size: 100_000 }
  let samples: readonly Sample[] = []
  const at = (time: number, sent: number) => {
    samples = withSample(samples, { at: time, sent })
    return secondsLeft(samples, left)
  }
  expect(at(0, 0)).toBeNull()
  expect(at(1_000, 1_000)).toBeNull()
  expect(at(2_000, 4_000)).toBe(40)
  // What is older than the window no longer counts.
  expect(at(30_000, 4_000)).toBeNull()
  expect(secondsLeft(samples, { loaded: 5, size: 5 })).toBeNull()
})

it('speaks every quarter', () => {
  const steps = [0, 24, 25, 49, 50, 75, 99, 100].map((loaded) => spokenStep({ loaded, size: 100 }))
  expect(steps).toEqual([0, 0, 25, 25, 50, 75, 75, 75])
})

it('stops for what would refuse every other file, too', () => {
  expect([401, 409, 429, 507].every(holdsAll)).toBe(true)
  expect([0, 400, 413, 415, 422, 500, 503].some(holdsAll)).toBe(false)
})
