import MarkdownIt from 'markdown-it'
import type { PaperBlock, StyledText } from './paper/blocks.ts'

export interface MarkdownText {
  /** The first heading, which is not in `html`; null if the text begins with something else. */
  title: string | null
  /** HTML in the text is escaped, and links lead only to http, https, mailto or paths. */
  html: string
  /** The headings of the second level, which have these ids. */
  parts: { id: string; title: string }[]
  /** The first paragraph without its marks. */
  lead: string
}

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

/** Renders Markdown. The same text always gets the same ids. */
export function renderMarkdown(text: string): MarkdownText {
  const tokens = markdown.parse(text, {})
  const isTitled = tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1'
  const title = isTitled ? plainOf(tokens[1]) : null
  const body = isTitled ? tokens.slice(3) : tokens
  const parts: MarkdownText['parts'] = []
  for (const [index, token] of body.entries()) {
    if (token.type !== 'heading_open' || token.tag !== 'h2') continue
    const words = plainOf(body[index + 1])
    const id = freeId(
      words,
      parts.map((part) => part.id),
    )
    token.attrSet('id', id)
    parts.push({ id, title: words })
  }
  const first = body.findIndex(({ type }) => type === 'paragraph_open')
  return {
    title,
    html: markdown.renderer.render(body, markdown.options, {}),
    parts,
    lead: first === -1 ? '' : plainOf(body[first + 1]),
  }
}

type Token = ReturnType<typeof markdown.parse>[number]

const plainOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
    .trim()

/** An id made of these words; a number keeps it apart from those that are taken. */
function freeId(words: string, taken: readonly string[]): string {
  const id =
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || 'part'
  if (!taken.includes(id)) return id
  let number = 2
  while (taken.includes(`${id}-${number}`)) number += 1
  return `${id}-${number}`
}

const BULLET = '•'
/** Lists inside lists, and quotations inside quotations, are moved in so often at most. */
const MAX_DEPTH = 8

/** Returns a Markdown text in parts, as it is laid out on pages. HTML in it stays as it was typed. */
export function markdownBlocks(text: string): PaperBlock[] {
  const blocks: PaperBlock[] = []
  /** The number of the next item of each list that is open; null where there are only bullets. */
  const lists: (number | null)[] = []
  let quotes = 0
  let sign: string | null = null
  let rows: string[][] | null = null
  const depth = () => Math.min(lists.length + quotes, MAX_DEPTH)
  let level: number | null = null
  for (const token of markdown.parse(text, {})) {
    const { type, content } = token
    if (type === 'bullet_list_open') lists.push(null)
    else if (type === 'ordered_list_open') lists.push(Number(token.attrGet('start') ?? 1))
    else if (type === 'bullet_list_close' || type === 'ordered_list_close') lists.pop()
    else if (type === 'list_item_open') {
      const number = lists.at(-1) ?? null
      sign = number === null ? BULLET : `${number}.`
      if (number !== null) lists[lists.length - 1] = number + 1
    } else if (type === 'list_item_close') sign = null
    else if (type === 'blockquote_open') quotes += 1
    else if (type === 'blockquote_close') quotes -= 1
    else if (type === 'heading_open') level = Number(token.tag.slice(1))
    else if (type === 'heading_close') level = null
    else if (type === 'hr') blocks.push({ kind: 'rule' })
    else if (type === 'fence' || type === 'code_block')
      blocks.push({ kind: 'lines', text: content.trimEnd(), depth: depth() + 1 })
    else if (type === 'table_open') rows = []
    else if (type === 'tr_open') rows?.push([])
    else if (type === 'table_close') {
      blocks.push({ kind: 'table', rows: rows ?? [], hasHead: true })
      rows = null
    } else if (type === 'inline') {
      const words = styledOf(token)
      if (rows !== null) rows.at(-1)?.push(words.map((part) => part.text).join(''))
      else if (level !== null) blocks.push({ kind: 'heading', level, words })
      else if (sign === null) blocks.push({ kind: 'paragraph', words, depth: depth() })
      else {
        blocks.push({ kind: 'item', words, depth: Math.max(1, depth()), sign })
        sign = null
      }
    }
  }
  return blocks
}

/** The words of a paragraph, with what is bold and what is italic. */
function styledOf({ children }: Token): StyledText[] {
  const words: StyledText[] = []
  let bold = 0
  let italic = 0
  for (const { type, content } of children ?? []) {
    if (type === 'strong_open') bold += 1
    else if (type === 'strong_close') bold -= 1
    else if (type === 'em_open') italic += 1
    else if (type === 'em_close') italic -= 1
    else {
      const text = type === 'softbreak' ? ' ' : type === 'hardbreak' ? '\n' : content
      words.push({ text, isBold: bold > 0, isItalic: italic > 0 })
    }
  }
  return words
}
