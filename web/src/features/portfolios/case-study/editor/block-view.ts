import type { Block } from '@plinth/contract/portfolios/studies.ts'
import {
  fileIdsOf,
  firstWords,
  plainText,
  shotsOf,
  withoutAlt,
  wordCount,
  type Files,
  type People,
} from './document/study-rules.ts'
import { BLOCK_NAMES, listTexts as texts } from './editor-texts.ts'

/** What a block is called. */
export function nameOf(block: Block, files: Files): string {
  if (block.type !== 'media' || block.shot === null) return BLOCK_NAMES[block.type]
  const kind = files[block.shot.mediaId]?.kind
  return BLOCK_NAMES[kind ?? 'media']
}

export interface BlockRow {
  id: string
  /** What it is called when it moves. */
  title: string
  /** Its first words, or what it is called. */
  head: string
  line: string
  isWarning: boolean
  /** The file whose picture stands for it. */
  fileId: string | null
}

/** What the list says about a block. */
export function rowOf(block: Block, files: Files, people: People): BlockRow {
  const title = nameOf(block, files)
  const shots = shotsOf(block)
  const { head, line } = wordsAbout(block, { files, people, title })
  const missing = withoutAlt(fileIdsOf({ blocks: [block] }), files)
  const isWarning = missing > 0
  return {
    id: block.id,
    title,
    head,
    line: isWarning ? texts.needAlt(missing) : line,
    isWarning,
    fileId: shots.find(({ mediaId }) => mediaId in files)?.mediaId ?? null,
  }
}

interface About {
  files: Files
  people: People
  title: string
}

function wordsAbout(block: Block, { files, people, title }: About): { head: string; line: string } {
  switch (block.type) {
    case 'text': {
      const words = wordCount(plainText(block.parts))
      const line = words === 0 ? texts.empty : `${title}, ${texts.words(words)}`
      return { head: firstWords(block.parts) || title, line }
    }
    case 'media': {
      const file = block.shot === null ? undefined : files[block.shot.mediaId]
      if (file === undefined) return { head: title, line: texts.empty }
      const length = (file.video ?? file.audio)?.durationMs
      const called = block.shot?.caption || file.fileName
      const seconds = length === undefined ? '' : `, ${texts.seconds(Math.round(length / 1_000))}`
      return { head: title, line: called + seconds }
    }
    case 'grid':
      return { head: texts.grid(block.shots.length), line: captionsOf(block) || texts.empty }
    case 'compare':
      return { head: title, line: block.title || (shotsOf(block).length === 0 ? texts.empty : '') }
    case 'quote':
      return {
        head: block.text || title,
        line:
          block.cite === '' ? (block.text === '' ? texts.empty : title) : `${title}, ${block.cite}`,
      }
    case 'facts': {
      const { client, year, role, place, time, tools } = block
      const said = [client, year, role, place, time, ...tools].filter((one) => one !== '')
      return { head: title, line: said.join(', ') || texts.empty }
    }
    case 'credits': {
      const waiting = block.people.filter(
        (line) => 'personId' in line && people[line.id]?.state === 'asked',
      )
      const line =
        block.people.length === 0 ? texts.empty : texts.people(block.people.length, waiting.length)
      return { head: title, line }
    }
  }
}

const captionsOf = (block: Block): string =>
  shotsOf(block)
    .map(({ caption }) => caption)
    .filter(Boolean)
    .join(', ')
