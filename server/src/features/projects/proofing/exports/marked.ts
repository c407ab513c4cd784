import type { ProofAuthor, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { passedUnits } from '@plinth/contract/projects/frames.ts'
import { nameOf } from '../../../../core/users/person-view.ts'
import { frameAt } from './timecode.ts'

/** A version of a file with the remarks about it, in the order of their numbers. */
export interface MarkedVersion {
  /** The title of the hire. */
  title: string
  version: ProofVersion
  marks: readonly ProofMark[]
}

export const authorOf = ({ person, guest }: ProofAuthor): string =>
  person === null ? (guest ?? 'A guest') : nameOf(person)

/** The remark and its answers in one line, each with who wrote it. */
export const conversationOf = (mark: ProofMark): string =>
  [mark, ...mark.replies].map(({ by, text }) => `${authorOf(by)}: ${oneLine(text)}`).join(' / ')

export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

export interface Span {
  mark: ProofMark
  /** The first and the last frame, from 0. */
  from: number
  to: number
}

/** Remarks with their frames, the earliest first. Those about the whole film are at its first frame. */
export function spansOf({ version, marks }: MarkedVersion): Span[] {
  const times = version.frames === null ? [0] : passedUnits(version.frames)
  return marks
    .map((mark) => {
      const from = frameAt(times, mark.place.from ?? 0)
      return {
        mark,
        from,
        to: Math.max(from, frameAt(times, mark.place.to ?? mark.place.from ?? 0)),
      }
    })
    .toSorted((one, other) => one.from - other.from || one.mark.number - other.mark.number)
}
