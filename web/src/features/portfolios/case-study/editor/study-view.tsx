import '../study.css'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { fullName } from '../../../../lib/format/format.ts'
import { StudyBlocks } from '../study-blocks.tsx'
import type { Files, People } from './document/study-rules.ts'

interface ViewProps {
  files: Files
  people: People
}

/** Blocks as visitors read them, and credits with everybody who was asked, for comparing versions. */
export const StudyView = ({ blocks, ...view }: ViewProps & { blocks: readonly Block[] }) => (
  <div className="editor-view">
    {blocks.map((block) => (
      <BlockView key={block.id} block={block} {...view} />
    ))}
  </div>
)

export function BlockView({ block, files, people }: ViewProps & { block: Block }) {
  if (block.type !== 'credits') return <StudyBlocks blocks={[block]} files={files} />
  return (
    <ul>
      {block.people.map((line) => {
        const person = people[line.id]?.person
        const name = 'name' in line ? line.name : person === undefined ? '' : fullName(person)
        return name === '' ? null : (
          <li key={line.id} className="py-1 text-16 text-ink">
            {name}, <span className="text-ink-3">{line.role}</span>
          </li>
        )
      })}
    </ul>
  )
}
