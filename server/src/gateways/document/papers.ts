import { MAX_PROOF_PAGES } from '@plinth/contract/limits.ts'
import { markdownBlocks } from '../markdown.ts'
import type { PaperBlock } from '../paper/blocks.ts'
import { drawText } from '../paper/text.ts'
import type { PaperTask } from './documents-tasks.ts'
import { withFileBytes } from '../files.ts'
import { firstText } from './text.ts'
import { wordBlocks } from './word.ts'

/** Longer texts are for programs. */
const MAX_TEXT_BYTES = 2 * 1024 ** 2
const MARKDOWN = /\.(?:md|markdown)$/i

/** Lays a document out as pages. Returns how many there are; 0 if it can't be shown as pages. */
export async function layOut({ file, pdfFile, type, fileName }: PaperTask): Promise<number> {
  const blocks = type === 'text/plain' ? await textBlocks(file, fileName) : await wordBlocks(file)
  return drawText({ name: fileName, blocks, maxPages: MAX_PROOF_PAGES }, pdfFile)
}

async function textBlocks(file: string, fileName: string): Promise<PaperBlock[]> {
  const size = await withFileBytes(file, ({ size: bytes }) => Promise.resolve(bytes))
  const text = size > MAX_TEXT_BYTES ? null : await firstText(file, MAX_TEXT_BYTES)
  if (text === null) return []
  const lines = text.replaceAll(/\r\n?/g, '\n')
  if (MARKDOWN.test(fileName)) return markdownBlocks(lines)
  return lines
    .trimEnd()
    .split('\f')
    .flatMap((page, at): PaperBlock[] => [
      ...(at === 0 ? [] : [{ kind: 'page' } as const]),
      { kind: 'lines', text: page, depth: 0 },
    ])
}
