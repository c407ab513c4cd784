import type { Draft } from '@plinth/contract/portfolios/drafts.ts'
import type {
  Block,
  BlockType,
  Shot,
  ShownFile,
  TextPart,
} from '@plinth/contract/portfolios/studies.ts'
import { newIdempotencyKey } from '../../../../../lib/forms/idempotency.ts'

/** What a person edits: what one save sends. */
export interface Study extends Pick<Draft, 'title' | 'description' | 'coverId'> {
  blocks: readonly Block[]
}
export type Files = Readonly<Record<string, ShownFile>>
export type People = Draft['people']

export const studyOf = ({ title, description, coverId, blocks }: Study): Study => ({
  title,
  description,
  coverId,
  blocks,
})

export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>

export function newBlock(type: BlockType): Block {
  const id = newIdempotencyKey()
  switch (type) {
    case 'text':
      return { id, type, parts: [] }
    case 'media':
      return { id, type, width: 'full', shot: null }
    case 'grid':
      return { id, type, rowHeight: 'middle', hasCaptions: true, shots: [] }
    case 'compare':
      return { id, type, before: null, after: null, title: '', text: '' }
    case 'quote':
      return { id, type, text: '', cite: '' }
    case 'facts':
      return { id, type, client: '', year: '', role: '', place: '', time: '', tools: [] }
    case 'credits':
      return { id, type, people: [] }
  }
}

/** The same content as a block of its own. Its credits are asked for again. */
export function duplicateOf(block: Block): Block {
  const copy = { ...block, id: newIdempotencyKey() }
  return copy.type === 'credits'
    ? { ...copy, people: copy.people.map((line) => ({ ...line, id: newIdempotencyKey() })) }
    : copy
}

export function shotsOf(block: Block): Shot[] {
  if (block.type === 'media') return block.shot === null ? [] : [block.shot]
  if (block.type === 'grid') return block.shots
  if (block.type !== 'compare') return []
  return [block.before, block.after].filter((shot) => shot !== null)
}

/** Its files in their order, each once. */
export const fileIdsOf = ({ blocks }: Pick<Study, 'blocks'>): string[] => [
  ...new Set(blocks.flatMap(shotsOf).map(({ mediaId }) => mediaId)),
]

/** How many of these have no alternative text. What cannot be shown any more is not counted. */
export const withoutAlt = (ids: readonly string[], files: Files): number =>
  ids.filter((id) => files[id]?.picture.alt.trim() === '').length

const plainParts = (parts: readonly TextPart[]): string[] =>
  parts.flatMap((part) =>
    (part.kind === 'list' ? part.items : [part.spans]).map((spans) =>
      spans.map(({ text }) => text).join(''),
    ),
  )

/** What a text says, without its links. */
export const plainText = (parts: readonly TextPart[]): string => plainParts(parts).join(' ').trim()

export const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length

/** The beginning of a text: its first heading, paragraph or list item that is not empty. */
export const firstWords = (parts: readonly TextPart[]): string =>
  plainParts(parts).find((text) => text.trim() !== '') ?? ''

export const withBlock = (study: Study, id: string, change: (block: Block) => Block): Study => ({
  ...study,
  blocks: study.blocks.map((one) => (one.id === id ? change(one) : one)),
})

/** Behind another block; at the front if it is null, at the end if that block is gone. */
export function withInserted(study: Study, after: string | null, block: Block): Study {
  const at = study.blocks.findIndex(({ id }) => id === after)
  const place = after === null ? 0 : at === -1 ? study.blocks.length : at + 1
  return { ...study, blocks: study.blocks.toSpliced(place, 0, block) }
}

export const withoutBlock = (study: Study, id: string): Study => ({
  ...study,
  blocks: study.blocks.filter((one) => one.id !== id),
})

/** Compares content. The server may give the fields of a block another order. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || inOrder(one) === inOrder(other)

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** Whether visitors get to see a block. */
export function hasContent(block: Block): boolean {
  switch (block.type) {
    case 'text':
      return plainText(block.parts) !== ''
    case 'quote':
      return block.text.trim() !== ''
    case 'facts':
      return [...block.tools, block.client, block.year, block.role, block.place, block.time].some(
        (words) => words.trim() !== '',
      )
    case 'credits':
      return block.people.length > 0
    default:
      return shotsOf(block).length > 0
  }
}

/** Those whom visitors see. */
export const saidYes = (people: People): People =>
  Object.fromEntries(Object.entries(people).filter(([, { state }]) => state === 'accepted'))
