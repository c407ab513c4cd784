import { describe, expect, it } from 'vitest'
import type {
  ProofLikeness,
  ProofRoom,
  ProofThing,
  ProofVersion,
} from '@plinth/contract/proofing/rooms.ts'
import { byLikeness, proposedFor } from './likeness-rules.ts'

const version = (id: string, number = 1): ProofVersion => ({
  id,
  kind: 'image',
  fileName: `${id}.jpg`,
  bytes: 10,
  previewState: 'ready',
  preview: null,
  proofState: 'ready',
  proof: null,
  url: null,
  number,
  delivery: number,
  deliveredAt: '2026-11-11T10:00:00Z',
  frames: null,
})
const label: ProofThing = { id: 'label', versions: [version('label-2', 2), version('label')] }
const cap: ProofThing = { id: 'cap', versions: [version('cap')] }
const sketch: ProofThing = { id: 'sketch', versions: [version('sketch')] }

const person = { firstName: 'Mara', lastName: 'Ek', username: 'mara', isCreator: true }
const room = (...likenesses: ProofLikeness[]): ProofRoom => ({
  id: 'room',
  title: 'Three labels',
  status: 'delivered',
  client: null,
  creator: { ...person, id: 'mara', avatar: null } as unknown as ProofRoom['creator'],
  role: 'creator',
  rights: ['arrange'],
  things: [sketch, label, cap],
  deliveries: [],
  decisions: [],
  picks: { most: null, thingIds: [], change: 0 },
  likenesses,
  changes: 0,
  isOpen: true,
})
const likeness = (changes: Partial<ProofLikeness> = {}): ProofLikeness => ({
  versionId: 'sketch',
  thingIds: ['label', 'cap'],
  isProposed: true,
  ...changes,
})
const shown = version('sketch')

describe('what a file is proposed as', () => {
  it('is the next version of what it looks most like', () => {
    expect(proposedFor(room(likeness()), shown)).toEqual({
      id: 'label',
      fileName: 'label-2.jpg',
      number: 3,
    })
  })

  it('is nothing where somebody has decided, where it is another file, or the thing is gone', () => {
    expect(proposedFor(room(likeness({ isProposed: false })), shown)).toBeNull()
    expect(proposedFor(room(likeness({ versionId: 'cap' })), shown)).toBeNull()
    expect(proposedFor(room(likeness({ thingIds: ['gone'] })), shown)).toBeNull()
    expect(proposedFor(room(), shown)).toBeNull()
  })
})

describe('the list of what it may replace', () => {
  const listed = (...likenesses: ProofLikeness[]) =>
    byLikeness([label, cap], room(...likenesses), shown).map(({ thing, isAlike }) => [
      thing.id,
      isAlike,
    ])

  it('begins with what looks like it, the most alike first', () => {
    expect(listed(likeness({ thingIds: ['cap', 'label'], isProposed: false }))).toEqual([
      ['cap', true],
      ['label', true],
    ])
    expect(listed(likeness({ thingIds: ['cap'] }))).toEqual([
      ['cap', true],
      ['label', false],
    ])
  })

  it('keeps its order where nothing does, and leaves out what can’t be chosen', () => {
    expect(listed(likeness({ thingIds: ['gone'] }))).toEqual([
      ['label', false],
      ['cap', false],
    ])
  })
})
