import { readFile } from 'node:fs/promises'
import { frameOfUnits, frameTable, timeCode } from '@plinth/contract/projects/frame-table.ts'
import type { MarkState, ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import {
  deliveryPictureKey,
  deliveryPreviewKey,
  deliveryProofKey,
  PROOF_NAMES,
} from '../../../../core/media/media-rules.ts'
import type { Deps } from '../../../../deps.ts'
import { withTempFile } from '../../../../gateways/files.ts'
import type { MarkSection, PaperRemark } from '../../../../gateways/paper/marks.ts'
import { authorOf, type MarkedVersion } from './marked.ts'
import { clockOf } from './table.ts'

/**
 * The remarks about a version as a PDF to print, with the pictures that whoever asks may see: under a watermark until
 * everything is paid.
 */
export async function writeReport(
  deps: Pick<Deps, 'storage' | 'env' | 'now'>,
  { room, marked }: { room: Pick<ProofRoom, 'isOpen'>; marked: MarkedVersion },
): Promise<NodeJS.ReadableStream> {
  const { title, version, marks } = marked
  // What draws PDFs takes 12 MB, and few servers are asked for one.
  const { drawMarkReport } = await import('../../../../gateways/paper/marks.ts')
  return drawMarkReport({
    title,
    facts: [`${version.fileName}, version ${version.number}`, countWords(marks)],
    sections: sectionsOf(deps, { isOpen: room.isOpen, marked }),
    footer: `${title}, ${version.fileName} · ${deps.now().toISOString().slice(0, 10)}`,
  })
}

function countWords(marks: readonly ProofMark[]): string {
  const open = marks.filter(({ state }) => state === 'open').length
  return marks.length === 0
    ? 'No comments'
    : `${marks.length === 1 ? '1 comment' : `${marks.length} comments`}, ${open} open`
}

interface Shown {
  isOpen: boolean
  marked: MarkedVersion
}

function sectionsOf(deps: Pick<Deps, 'storage' | 'env'>, { isOpen, marked }: Shown): MarkSection[] {
  const { version, marks } = marked
  const remarks = (some: readonly ProofMark[]) => some.map((mark) => remarkOf(version, mark))
  if (version.kind !== 'pdf' && version.proof?.pages == null)
    return [{ title: '', picture: () => pictureOf(deps, version, isOpen), remarks: remarks(marks) }]
  const name = isOpen ? PROOF_NAMES.page.plain : PROOF_NAMES.page.marked
  const pages = Map.groupBy(marks, ({ place }) => place.page)
  return [...pages]
    .toSorted(([one], [other]) => (one ?? 0) - (other ?? 0))
    .map(([page, some]) => ({
      title: page === null ? 'The whole document' : `Page ${page}`,
      picture:
        page === null || version.proofState !== 'ready'
          ? null
          : () => jpegAt(deps, [deliveryProofKey(version.id, name, page)]),
      remarks: remarks(some),
    }))
}

/** The picture of a file; without a watermark only for whom it has none in the room. */
const pictureOf = (
  deps: Pick<Deps, 'storage' | 'env'>,
  { id, previewState }: ProofVersion,
  isOpen: boolean,
): Promise<Buffer | null> =>
  previewState === 'ready'
    ? jpegAt(deps, [...(isOpen ? [deliveryPictureKey(id)] : []), deliveryPreviewKey(id)])
    : Promise.resolve(null)

/** The first of these objects that there is, as a JPEG. */
async function jpegAt(
  { storage, env }: Pick<Deps, 'storage' | 'env'>,
  keys: readonly string[],
): Promise<Buffer | null> {
  const { jpegOf } = await import('../../../../gateways/paper/jpeg.ts')
  for (const key of keys) {
    const picture = await withTempFile(env.dataDir, async (file) =>
      (await storage.fetch(key, file)) ? jpegOf(await readFile(file)) : null,
    )
    if (picture !== null) return picture
  }
  return null
}

const STATES: Record<MarkState, string> = { open: 'open', done: 'done', confirmed: 'looks right' }

function remarkOf(version: ProofVersion, mark: ProofMark): PaperRemark {
  const { number, place, by, text, state, replies, createdAt } = mark
  // The picture of a film is that of its beginning, and others would be marked at the wrong place on it.
  const isOnPicture = version.kind !== 'video'
  return {
    number,
    shape: place.shape,
    points: isOnPicture ? place.points : [],
    author: authorOf(by),
    text,
    facts: [momentOf(version, mark), createdAt.slice(0, 10), STATES[state]]
      .filter((one) => one !== '')
      .join(' · '),
    isFinished: state !== 'open',
    answers: replies.map((reply) => ({ author: authorOf(reply.by), text: reply.text })),
  }
}

/** The time of a remark in a film or a sound, and the frame. */
function momentOf({ frames }: ProofVersion, { place: { from, to } }: ProofMark): string {
  if (from === null) return ''
  if (frames === null) return [from, ...(to === null ? [] : [to])].map(clockOf).join(' to ')
  const table = frameTable(frames)
  const span = [from, ...(to === null ? [] : [to])].map((time) => frameOfUnits(table, time))
  const numbers = span.map((frame) => String(frame + 1)).join(' to ')
  return `${span.map((frame) => timeCode(table, frame)).join(' to ')}, frame ${numbers}`
}
