import mammoth from 'mammoth'
import type { PaperBlock, StyledText, Words } from '../paper/blocks.ts'
import { pictureOnPaper } from '../drawing/picture.ts'
import { withParts } from './parts.ts'

/** What mammoth reads, as far as it is used here. */
interface Node {
  type: string
  children?: Node[]
  value?: string
  styleName?: string | null
  numbering?: { level: string; isOrdered: boolean } | null
  isBold?: boolean
  isItalic?: boolean
  isAllCaps?: boolean
  breakType?: string
  checked?: boolean
  isHeader?: boolean
  colSpan?: number
  noteType?: string
  noteId?: string
  readAsBuffer?: () => Promise<Buffer>
}
interface WordDocument extends Node {
  notes: { resolve: (reference: Node) => { body: Node[] } | null }
}

/** A document may repeat one picture as often as it likes. */
const MAX_PICTURES = 200
const BULLET = '•'

/** Returns the text of a Word document in parts: headings, lists, tables, pictures. */
export async function wordBlocks(file: string): Promise<PaperBlock[]> {
  const read: { document?: WordDocument } = {}
  return withParts(file, async (parts) => {
    await mammoth.convertToHtml(
      // Its types know paths and bytes only. Given those it would unpack without limits.
      { file: { ...parts, write: () => undefined } } as never,
      {
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        // The document itself is wanted, and no HTML.
        transformDocument: (document: WordDocument) => {
          read.document = document
          return { ...document, children: [] }
        },
      },
    )
    return read.document === undefined ? [] : blocksOf(read.document)
  })
}

interface Reading {
  blocks: PaperBlock[]
  /** Numbers of ordered lists by their depth. */
  counts: number[]
  /** Notes in the order in which the text refers to them. */
  notes: Node[]
  pictures: number
}

async function blocksOf(document: WordDocument): Promise<PaperBlock[]> {
  const reading: Reading = { blocks: [], counts: [], notes: [], pictures: 0 }
  for (const child of document.children ?? []) await readBlock(reading, child)
  if (reading.notes.length > 0) reading.blocks.push({ kind: 'rule' })
  // A note may refer to others, which are then behind it.
  for (const [at, reference] of reading.notes.entries()) {
    const words = (document.notes.resolve(reference)?.body ?? []).map((part) => textOf(part).trim())
    const text = `${at + 1}  ${words.join('\n')}`
    reading.blocks.push({ kind: 'paragraph', depth: 0, words: [styled(text)] })
  }
  return reading.blocks
}

async function readBlock(reading: Reading, node: Node): Promise<void> {
  if (node.type === 'paragraph') return readParagraph(reading, node)
  if (node.type === 'table') {
    reading.counts = []
    const rows = (node.children ?? []).filter(({ type }) => type === 'tableRow')
    const hasHead = rows[0]?.isHeader === true
    reading.blocks.push({ kind: 'table', rows: rows.map(cellsOf), hasHead })
  }
}

const cellsOf = (row: Node): string[] =>
  (row.children ?? []).flatMap((cell) => [
    textOf(cell).trim(),
    // A cell over several columns leaves the others empty.
    ...Array.from({ length: Math.min(cell.colSpan ?? 1, 60) - 1 }, () => ''),
  ])

/** Words only, with a line for each paragraph. */
function textOf(node: Node): string {
  if (node.type === 'text') return node.value ?? ''
  if (node.type === 'tab') return '\t'
  if (node.type === 'break') return '\n'
  if (node.type === 'checkbox') return checkbox(node)
  const text = (node.children ?? []).map(textOf).join('')
  return node.type === 'paragraph' ? `${text}\n` : text
}

const checkbox = ({ checked }: Node): string => (checked === true ? '[x]' : '[ ]')

const styled = (text: string, { isBold = false, isItalic = false } = {}): StyledText => ({
  text,
  isBold,
  isItalic,
})

async function readParagraph(reading: Reading, paragraph: Node): Promise<void> {
  const level = levelOf(paragraph.styleName ?? '')
  const { numbering } = paragraph
  let words: StyledText[] = []
  let sign = level === null && numbering != null ? signOf(reading, numbering) : null
  if (numbering == null) reading.counts = []
  const flush = () => {
    const isEmpty = words.every(({ text }) => text.trim() === '')
    if (!isEmpty) reading.blocks.push(blockOf(words, { level, sign, depth: depthOf(numbering) }))
    words = []
    // What follows a picture or a page's end is the same item.
    if (!isEmpty) sign = sign === null ? null : ''
  }
  const visit = async (node: Node, run: Node): Promise<void> => {
    if (node.type === 'text') {
      const text = node.value ?? ''
      words.push(styled(run.isAllCaps === true ? text.toUpperCase() : text, run))
    } else if (node.type === 'tab') words.push(styled('\t'))
    else if (node.type === 'checkbox') words.push(styled(checkbox(node)))
    else if (node.type === 'noteReference') {
      reading.notes.push(node)
      words.push(styled(`[${reading.notes.length}]`))
    } else if (node.type === 'break' && node.breakType === 'page') {
      flush()
      reading.blocks.push({ kind: 'page' })
    } else if (node.type === 'break') words.push(styled('\n'))
    else if (node.type === 'image') {
      flush()
      reading.blocks.push(await pictureOf(reading, node))
    }
    for (const child of node.children ?? []) await visit(child, node.type === 'run' ? node : run)
  }
  for (const child of paragraph.children ?? []) await visit(child, paragraph)
  flush()
}

/** Of a heading. Word keeps the English names of its own styles in every language. */
function levelOf(styleName: string): number | null {
  const found = /^heading ([1-9])$/i.exec(styleName)
  if (found !== null) return Number(found[1])
  return /^title$/i.test(styleName) ? 1 : null
}

const depthOf = (numbering: Node['numbering']): number =>
  numbering == null ? 0 : Math.min(8, Number(numbering.level) || 0) + 1

function signOf({ counts }: Reading, numbering: NonNullable<Node['numbering']>): string {
  const depth = depthOf(numbering)
  counts.length = Math.min(counts.length, depth)
  if (!numbering.isOrdered) return BULLET
  counts[depth - 1] = (counts[depth - 1] ?? 0) + 1
  return `${counts[depth - 1]}.`
}

function blockOf(
  words: Words,
  { level, sign, depth }: { level: number | null; sign: string | null; depth: number },
): PaperBlock {
  if (level !== null) return { kind: 'heading', level, words }
  return sign === null ? { kind: 'paragraph', words, depth } : { kind: 'item', words, depth, sign }
}

/** What can't be read as a picture leaves words in its place. */
async function pictureOf(reading: Reading, { readAsBuffer }: Node): Promise<PaperBlock> {
  reading.pictures += 1
  const drawn =
    reading.pictures > MAX_PICTURES ? null : await pictureOnPaper(() => readAsBuffer?.())
  if (drawn !== null) return { kind: 'picture', ...drawn }
  const words = [styled('A picture that isn’t shown here', { isItalic: true })]
  return { kind: 'paragraph', depth: 0, words }
}
