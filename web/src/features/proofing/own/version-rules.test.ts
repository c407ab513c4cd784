import type { ProofThing } from '@plinth/contract/proofing/rooms.ts'
import { describe, expect, it } from 'vitest'
import { planVersions } from './version-rules.ts'

/** A thing with these files, the newest first. */
const thing = (id: string, ...fileNames: string[]): ProofThing => ({
  id,
  versions: fileNames.map((fileName, at) => ({
    id: `${id}${at}`,
    fileName,
    kind: 'image',
    bytes: 1,
    url: null,
    preview: null,
    previewState: 'none',
    proof: null,
    proofState: 'none',
    number: fileNames.length - at,
    delivery: fileNames.length - at,
    deliveredAt: '2026-01-01T00:00:00.000Z',
    frames: null,
  })),
})
const image = (fileName: string) => ({ fileName, kind: 'image' })
const plan = (things: ProofThing[], ...names: string[]) =>
  planVersions(
    things,
    names.map((name) => image(name)),
  )

describe('files that are added', () => {
  it('become the next version of a file with the same name', () => {
    expect(
      plan([thing('a', 'Poster_v2.jpg', 'Poster.jpg')], 'poster FINAL.png', 'Card.jpg'),
    ).toEqual([{ fileName: 'Poster_v2.jpg', number: 3 }, null])
  })

  it('are of the same kind', () => {
    expect(
      planVersions([thing('a', 'Poster.jpg')], [{ fileName: 'Poster.pdf', kind: 'pdf' }]),
    ).toEqual([null])
  })

  it('prefer the very same name, then the latest delivery', () => {
    const things = [thing('a', 'Poster 1.jpg', 'Poster.jpg'), thing('b', 'poster 2.jpg')]
    expect(plan(things, 'Poster 2.jpg')).toEqual([{ fileName: 'poster 2.jpg', number: 2 }])
    expect(plan(things, 'Poster 3.jpg')).toEqual([{ fileName: 'Poster 1.jpg', number: 3 }])
  })

  it('give each thing one version at a time', () => {
    expect(plan([thing('a', 'Poster.jpg')], 'Poster 2.jpg', 'Poster 3.jpg')).toEqual([
      { fileName: 'Poster.jpg', number: 2 },
      null,
    ])
  })
})
