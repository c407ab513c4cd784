import { MAX_STUDY_FILES, MAX_STUDY_LENGTH } from '@plinth/contract/limits.ts'
import type {
  Block,
  CreditLine,
  Shot,
  Span,
  TextPart,
} from '@plinth/contract/portfolios/studies.ts'
import { invalidField } from '../../../http/errors.ts'

/** A file of a block, and how a refusal names it. */
interface ShownShot {
  mediaId: string
  field: string
}

/** The files of all blocks in their order; one that is shown twice is named twice. */
export const shotsOf = (blocks: readonly Block[]): ShownShot[] =>
  blocks.flatMap((block, index) => {
    const at = (shot: Shot | null, place: string) =>
      shot === null ? [] : [{ mediaId: shot.mediaId, field: `blocks.${index}.${place}` }]
    if (block.type === 'media') return at(block.shot, 'shot')
    if (block.type === 'grid') return block.shots.flatMap((shot, nth) => at(shot, `shots.${nth}`))
    if (block.type === 'compare')
      return [...at(block.before, 'before'), ...at(block.after, 'after')]
    return []
  })

export const linesOf = (blocks: readonly Block[]): CreditLine[] =>
  blocks.flatMap((block) => (block.type === 'credits' ? block.people : []))

/**
 * The blocks as they are stored: ids in small letters, as the database writes them, and no half of a character, which it
 * would refuse.
 */
export const storedBlocks = (blocks: readonly Block[]): Block[] =>
  JSON.parse(
    JSON.stringify(blocks, (name, value: unknown) => {
      if (typeof value !== 'string') return value
      return IDS.has(name) ? value.toLowerCase() : value.toWellFormed()
    }),
  ) as Block[]
const IDS = new Set(['id', 'mediaId', 'personId'])

/** Throws a 400 for blocks that are too much together, or that repeat an id. */
export function checkBlocks(blocks: readonly Block[]): void {
  if (new Set(shotsOf(blocks).map(({ mediaId }) => mediaId)).size > MAX_STUDY_FILES)
    throw invalidField('blocks', `A page shows up to ${MAX_STUDY_FILES} files.`)
  if (lengthOf(blocks) > MAX_STUDY_LENGTH)
    throw invalidField(
      'blocks',
      `A page holds up to ${MAX_STUDY_LENGTH.toLocaleString('en')} characters of text.`,
    )
  refuseRepeated(blocks, 'Two blocks have the same id.')
  refuseRepeated(linesOf(blocks), 'Two credits have the same id.')
}

function refuseRepeated(things: readonly { id: string }[], sentence: string): void {
  if (new Set(things.map(({ id }) => id)).size < things.length)
    throw invalidField('blocks', sentence)
}

/** The characters of all words, and of the addresses that they link to. */
export const lengthOf = (blocks: readonly Block[]): number =>
  blocks.flatMap(textsOf).reduce((length, text) => length + text.length, 0)

function textsOf(block: Block): string[] {
  switch (block.type) {
    case 'text':
      return block.parts.flatMap(spansOf).flatMap(({ text, href = '' }) => [text, href])
    case 'media':
      return [block.shot?.caption ?? '']
    case 'grid':
      return block.shots.map(({ caption }) => caption)
    case 'compare': {
      const { before, after, title, text } = block
      return [before?.caption ?? '', after?.caption ?? '', title, text]
    }
    case 'quote':
      return [block.text, block.cite]
    case 'facts': {
      const { client, year, role, place, time, tools } = block
      return [client, year, role, place, time, ...tools]
    }
    case 'credits':
      return block.people.flatMap((line) => ['name' in line ? line.name : '', line.role])
  }
}

const spansOf = (part: TextPart): Span[] => (part.kind === 'list' ? part.items.flat() : part.spans)

const hasWords = (spans: readonly Span[]) => spans.some(({ text }) => text.trim() !== '')

/** What visitors get of the blocks: nothing that is empty. */
export const publishedBlocks = (blocks: readonly Block[]): Block[] =>
  blocks
    .map((block): Block => {
      if (block.type !== 'text') return block
      return { ...block, parts: block.parts.flatMap(withoutEmpty) }
    })
    .filter(hasContent)

function withoutEmpty(part: TextPart): TextPart[] {
  if (part.kind !== 'list') return hasWords(part.spans) ? [part] : []
  const items = part.items.filter(hasWords)
  return items.length === 0 ? [] : [{ ...part, items }]
}

function hasContent(block: Block): boolean {
  switch (block.type) {
    case 'text':
      return block.parts.length > 0
    case 'media':
      return block.shot !== null
    case 'grid':
      return block.shots.length > 0
    case 'compare':
      return block.before !== null || block.after !== null
    case 'quote':
      return block.text.trim() !== ''
    case 'credits':
      return block.people.length > 0
    case 'facts':
      return textsOf(block).some((text) => text.trim() !== '')
  }
}
