import type { Block, CaseStudy } from '@plinth/contract/portfolios/studies.ts'
import { StudyCompare } from './study-compare.tsx'
import { StudyFacts } from './study-facts.tsx'
import { StudyGrid } from './study-grid.tsx'
import { StudyShot, type ShownFiles } from './study-media.tsx'
import { StudyText } from './study-text.tsx'

export interface Arranged {
  /** The first facts, which stand below the description. */
  facts: Extract<Block, { type: 'facts' }> | null
  /** Texts at the beginning, which stand beside the price. */
  lead: Block[]
  rest: Block[]
}

/** What goes where on a page. Credits have a place of their own. */
export function arranged({ blocks }: Pick<CaseStudy, 'blocks'>): Arranged {
  const facts = blocks.find((block) => block.type === 'facts') ?? null
  const left = blocks.filter((block) => block !== facts && block.type !== 'credits')
  const first = left.findIndex(({ type }) => type !== 'text')
  const end = first === -1 ? left.length : first
  return { facts, lead: left.slice(0, end), rest: left.slice(end) }
}

/** Blocks one below the other. */
export const StudyBlocks = ({ blocks, files }: { blocks: readonly Block[]; files: ShownFiles }) =>
  blocks.map((block) => <StudyBlock key={block.id} block={block} files={files} />)

function StudyBlock({ block, files }: { block: Block; files: ShownFiles }) {
  switch (block.type) {
    case 'text':
      return <StudyText parts={block.parts} />
    case 'media':
      return block.shot === null ? null : (
        <StudyShot shot={block.shot} width={block.width} files={files} />
      )
    case 'grid':
      return <StudyGrid grid={block} files={files} />
    case 'compare':
      return <StudyCompare compare={block} files={files} />
    case 'quote':
      return (
        <figure className="study-quote">
          <blockquote className="display">{block.text}</blockquote>
          {block.cite.trim() === '' ? null : (
            <figcaption className="mt-4 text-14 text-ink-2">{block.cite}</figcaption>
          )}
        </figure>
      )
    case 'facts':
      return <StudyFacts facts={block} />
    case 'credits':
      return null
  }
}
