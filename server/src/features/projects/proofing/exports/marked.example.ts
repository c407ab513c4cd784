import type { MarkPlace, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import type { FrameTimes } from '@plinth/contract/projects/frames.ts'
import { newId } from '../../../../db/id.ts'
import { type EditableFilm, editableFilm, type MarkedVersion } from './marked.ts'

/** Made-up versions and marks for the tests of this folder. */
const AT = '2026-11-20T10:00:00.000Z'

const personOf = (firstName: string, lastName = ''): ProofMark['by'] => ({
  person: {
    id: newId(),
    handle: null,
    firstName,
    lastName,
    profileImageUrl: null,
    location: null,
    isCreator: false,
  },
  guest: null,
  isViewer: false,
})

export const WHOLE: MarkPlace = { shape: 'whole', points: [], page: null, from: null, to: null }

interface Remark {
  place?: Partial<MarkPlace>
  text?: string
  state?: ProofMark['state']
  replies?: readonly string[]
}

export function versionOf(changed: Partial<ProofVersion> = {}): ProofVersion {
  return {
    id: newId(),
    kind: 'video',
    fileName: 'tunnel-push-in.mov',
    bytes: 1_000,
    previewState: 'ready',
    preview: null,
    proofState: 'ready',
    proof: null,
    url: null,
    number: 1,
    delivery: 1,
    deliveredAt: AT,
    frames: null,
    ...changed,
  }
}

export function markedVersion(version: ProofVersion, remarks: readonly Remark[]): MarkedVersion {
  return {
    title: 'Opening, episode 3',
    version,
    marks: remarks.map(({ place, text = 'Darker.', state = 'open', replies = [] }, at) => ({
      id: newId(),
      number: at + 1,
      thingId: newId(),
      versionId: version.id,
      place: { ...WHOLE, ...place },
      by: personOf('Leila', 'Farahani'),
      text,
      state,
      doneAt: null,
      confirmedAt: null,
      round: null,
      replies: replies.map((answer) => ({
        id: newId(),
        by: personOf('Theo'),
        text: answer,
        createdAt: AT,
      })),
      createdAt: AT,
      editedAt: null,
      change: 1,
      isGone: false,
    })),
  }
}

/** A film of this many frames, all of which last as long: in units of 1/24000 a frame of 23.976 lasts 1001. */
export const steady = (frames: number, step: number, unit: number): FrameTimes => ({
  unit: [1, unit],
  start: 0,
  steps: [[step, frames - 1]],
})

export function editable(marked: MarkedVersion): EditableFilm {
  const film = editableFilm(marked)
  if (film === null) throw new Error('this film has no steady rate')
  return film
}
