import { editRate, type Rate } from '@plinth/contract/proofing/exports.ts'
import type { ProofAuthor, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { frameOfUnits, frameTable, type FrameTable } from '@plinth/contract/projects/frame-table.ts'
import { nameOf } from '../../../../core/users/person-view.ts'

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
export function spansOf(marks: readonly ProofMark[], table: FrameTable): Span[] {
  const frameOf = (units: number | null): number => frameOfUnits(table, units ?? 0)
  return marks
    .map((mark) => {
      const { from, to } = mark.place
      return { mark, from: frameOf(from), to: frameOf(to ?? from) }
    })
    .toSorted((one, other) => one.from - other.from || one.mark.number - other.mark.number)
}

/** A film whose remarks editing programs can show. */
export interface EditableFilm extends MarkedVersion {
  table: FrameTable
  rate: Rate
}

/** Null for anything but a film with a steady rate. */
export function editableFilm(marked: MarkedVersion): EditableFilm | null {
  const { frames } = marked.version
  if (frames === null) return null
  const table = frameTable(frames)
  const rate = editRate(table)
  return rate === null ? null : { ...marked, table, rate }
}

/** Every version of a room with the remarks about it, in the order of the room. */
export const markedVersions = (
  { title, things }: Pick<ProofRoom, 'title' | 'things'>,
  marks: readonly ProofMark[],
): MarkedVersion[] => {
  const byVersion = Map.groupBy(marks, ({ versionId }) => versionId)
  return things.flatMap(({ versions }) =>
    versions.map((version) => ({
      title,
      version,
      marks: (byVersion.get(version.id) ?? []).toSorted((one, other) => one.number - other.number),
    })),
  )
}
