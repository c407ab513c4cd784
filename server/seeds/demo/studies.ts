import type { Block, Shot } from '@plinth/contract/portfolios/studies.ts'
import type { WorldBlock, WorldShot, WorldStudy } from '../world-more.ts'
import { fixedId, type World } from '../world.ts'
import type { Calendar } from './calendar.ts'
import type { Pictures } from './pictures.ts'
import type { SeedStudy } from './study-queries.ts'

/** The files of a case study. One that is shown twice is there twice. */
export const shotsOf = ({ blocks }: WorldStudy): WorldShot[] =>
  blocks.flatMap((block) => {
    if (block.type === 'media') return [block.shot]
    if (block.type === 'grid') return block.shots
    return block.type === 'compare' ? [block.before, block.after] : []
  })

/** The case studies of the demo people, with their files. */
export async function makeStudies(
  { works, more }: World,
  { calendar, pictures }: { calendar: Calendar; pictures: Pictures },
): Promise<SeedStudy[]> {
  const made: SeedStudy[] = []
  for (const study of more.caseStudies) {
    const work = works.find(({ id }) => id === study.work)
    // A part of the world, for tests, may be without it.
    if (work === undefined) continue
    const ownerId = fixedId('person', work.creator)
    const mediaIds = new Map<string, string>()
    for (const { file, alt } of shotsOf(study))
      if (!mediaIds.has(file)) mediaIds.set(file, await pictures.ingestFile({ ownerId, file, alt }))
    made.push({
      workId: fixedId('work', work.id),
      description: study.summary,
      blocks: study.blocks.map((block, place) => blockOf(block, `${work.id}/${place}`, mediaIds)),
      mediaIds: [...new Set(mediaIds.values())],
      credits: study.blocks.flatMap((block, place) =>
        block.type === 'credits' ? creditsOf(block, `${work.id}/${place}`) : [],
      ),
      at: calendar.at(study.at),
    })
  }
  return made
}

function blockOf(block: WorldBlock, name: string, mediaIds: ReadonlyMap<string, string>): Block {
  const id = fixedId('block', name)
  const shotOf = ({ file, caption }: WorldShot): Shot => ({
    mediaId: mediaIds.get(file) ?? '',
    caption,
  })
  switch (block.type) {
    case 'text': {
      const spansOf = (text: string) => [{ text }]
      const parts = block.parts.map((part) =>
        part.kind === 'list'
          ? { kind: part.kind, items: part.items.map(spansOf) }
          : { kind: part.kind, spans: spansOf(part.text) },
      )
      return { id, type: 'text', parts }
    }
    case 'media':
      return { ...block, id, shot: shotOf(block.shot) }
    case 'grid':
      return { ...block, id, shots: block.shots.map(shotOf) }
    case 'compare':
      return { ...block, id, before: shotOf(block.before), after: shotOf(block.after) }
    case 'credits': {
      const people = block.people.map((line, at) => ({
        id: lineId(name, at),
        role: line.role,
        ...('name' in line ? { name: line.name } : { personId: fixedId('person', line.person) }),
      }))
      return { id, type: 'credits', people }
    }
    case 'quote':
    case 'facts':
      return { ...block, id }
  }
}

const lineId = (block: string, at: number): string => fixedId('credit line', `${block}/${at}`)

const creditsOf = (
  { people }: Extract<WorldBlock, { type: 'credits' }>,
  name: string,
): SeedStudy['credits'] =>
  people.flatMap((line, at) =>
    'name' in line
      ? []
      : [
          {
            id: fixedId('credit', `${name}/${at}`),
            lineId: lineId(name, at),
            personId: fixedId('person', line.person),
            role: line.role,
          },
        ],
  )
