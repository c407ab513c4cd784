import type { CSSProperties } from 'react'
import type { Block, Shot } from '@plinth/contract/portfolios/studies.ts'
import { fullName } from '../../../../lib/format/format.ts'
import { ratioOf } from '../../../../lib/media/wall.ts'
import { pictureSources } from '../../../../lib/media/sources.ts'
import { PlainPicture } from '../../../../ui/media/plain-picture.tsx'
import type { Files, People } from './document/study-rules.ts'
import { blockTexts, fileTexts } from './editor-texts.ts'
import { TextView } from './text/text-view.tsx'

interface ViewProps {
  files: Files
  people: People
}

/** Blocks as they are read, for comparing versions. */
export const StudyView = ({ blocks, ...view }: ViewProps & { blocks: readonly Block[] }) => (
  <div className="editor-view">
    {blocks.map((block) => (
      <BlockView key={block.id} block={block} {...view} />
    ))}
  </div>
)

export function BlockView({ block, files, people }: ViewProps & { block: Block }) {
  switch (block.type) {
    case 'text':
      return <TextView parts={block.parts} />
    case 'media':
      return block.shot === null ? null : (
        <div className="editor-media" data-width={block.width}>
          <ShotView shot={block.shot} files={files} />
        </div>
      )
    case 'grid':
      return (
        <div className="editor-grid" data-height={block.rowHeight}>
          {block.shots.map((shot, at) => (
            <ShotView key={at} shot={shot} files={files} hasCaption={block.hasCaptions} />
          ))}
        </div>
      )
    case 'compare':
      return (
        <div>
          <div className="editor-compare">
            {(['before', 'after'] as const).map((side) => {
              const shot = block[side]
              return shot === null ? null : (
                <div key={side}>
                  <p className="mb-2 text-14 font-semibold text-ink">{blockTexts[side]}</p>
                  <ShotView shot={shot} files={files} />
                </div>
              )
            })}
          </div>
          {block.title === '' ? null : <p className="editor-compare-title">{block.title}</p>}
          {block.text === '' ? null : <p className="whitespace-pre-line">{block.text}</p>}
        </div>
      )
    case 'quote':
      return (
        <blockquote className="editor-quote">
          <p className="editor-quote-words whitespace-pre-line">{block.text}</p>
          <footer className="text-14 text-ink-3">{block.cite}</footer>
        </blockquote>
      )
    case 'facts':
      return (
        <dl className="editor-facts-view">
          {(['client', 'year', 'role', 'place', 'time'] as const).map((fact) =>
            block[fact] === '' ? null : (
              <div key={fact}>
                <dt className="text-13 text-ink-3">{blockTexts.facts[fact]}</dt>
                <dd className="text-16 text-ink">{block[fact]}</dd>
              </div>
            ),
          )}
          {block.tools.length === 0 ? null : (
            <div>
              <dt className="text-13 text-ink-3">{blockTexts.tools_}</dt>
              <dd className="text-16 text-ink">{block.tools.join(', ')}</dd>
            </div>
          )}
        </dl>
      )
    case 'credits':
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
}

interface ShotViewProps {
  shot: Shot
  files: Files
  hasCaption?: boolean
}

function ShotView({ shot, files, hasCaption = true }: ShotViewProps) {
  const picture = files[shot.mediaId]?.picture
  const ratio = ratioOf(picture ?? { width: 4, height: 3 })
  return (
    <figure className="editor-shot" style={{ '--ar': ratio } as CSSProperties}>
      {picture === undefined ? (
        <p className="editor-missing text-14">{fileTexts.gone}</p>
      ) : (
        <PlainPicture picture={pictureSources(picture)} sizes="(max-width: 45rem) 100vw, 688px" />
      )}
      {hasCaption && shot.caption !== '' ? (
        <figcaption className="text-13 text-ink-3">{shot.caption}</figcaption>
      ) : null}
    </figure>
  )
}
