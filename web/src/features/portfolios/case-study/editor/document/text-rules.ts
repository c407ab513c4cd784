import {
  MAX_LINK_LENGTH,
  MAX_LIST_ITEMS,
  MAX_TEXT_PARTS,
  MAX_TEXT_PART_LENGTH,
} from '@plinth/contract/limits.ts'
import type { Span, TextPart } from '@plinth/contract/portfolios/studies.ts'

/** A node as ProseMirror writes it as JSON, of the schema in `text-schema.ts`. */
export interface TextNode {
  type: string
  text?: string
  marks?: readonly { type: string; attrs?: { href?: unknown } }[]
  content?: readonly TextNode[]
}

const MOST_SPANS = 100
const PARAGRAPH: TextNode = { type: 'paragraph' }

/** A text's parts as the document of the text editor, which is never quite empty. */
export const docOf = (parts: readonly TextPart[]): TextNode => ({
  type: 'doc',
  content:
    parts.length === 0
      ? [PARAGRAPH]
      : parts.map((part) =>
          part.kind === 'list'
            ? { type: 'list', content: part.items.map((spans) => nodeOf('item', spans)) }
            : nodeOf(part.kind, part.spans),
        ),
})

const nodeOf = (type: string, spans: readonly Span[]): TextNode =>
  spans.length === 0
    ? { type }
    : {
        type,
        content: spans.map(({ text, href }) => ({
          type: 'text',
          text,
          ...(href === undefined ? {} : { marks: [{ type: 'link', attrs: { href } }] }),
        })),
      }

/** The parts of an editor's document. A single empty paragraph is no part. */
export function partsOf({ content = [] }: TextNode): TextPart[] {
  const parts = content.map((node): TextPart => {
    if (node.type === 'list')
      return { kind: 'list', items: (node.content ?? []).map((item) => spansOf(item)) }
    return { kind: node.type === 'heading' ? 'heading' : 'paragraph', spans: spansOf(node) }
  })
  const [only, ...more] = parts
  const isEmpty = more.length === 0 && only?.kind === 'paragraph' && only.spans.length === 0
  return isEmpty ? [] : parts
}

function spansOf({ content = [] }: TextNode): Span[] {
  const spans: Span[] = []
  for (const { text = '', marks = [] } of content) {
    const href = marks.find(({ type }) => type === 'link')?.attrs?.href
    const own = typeof href === 'string' && isHref(href) ? { href } : {}
    const last = spans.at(-1)
    if (last !== undefined && last.href === own.href) last.text += text
    else if (text !== '') spans.push({ text, ...own })
  }
  return spans.flatMap((span) => pieces(span.text).map((text) => ({ ...span, text })))
}

const pieces = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / MAX_TEXT_PART_LENGTH) }, (_, at) =>
    text.slice(at * MAX_TEXT_PART_LENGTH, (at + 1) * MAX_TEXT_PART_LENGTH),
  )

/** Whether one block can hold this much. */
export const fits = (parts: readonly TextPart[]): boolean =>
  parts.length <= MAX_TEXT_PARTS &&
  parts.every((part) =>
    part.kind === 'list'
      ? part.items.length <= MAX_LIST_ITEMS && part.items.every(fitSpans)
      : fitSpans(part.spans),
  )
const fitSpans = (spans: readonly Span[]) => spans.length <= MOST_SPANS

const HREF = /^(?:https?:\/\/|mailto:)\S+$/

/** Whether a link may lead there. Pasted links that may not become plain text. */
export const isHref = (href: string): boolean => HREF.test(href) && href.length <= MAX_LINK_LENGTH

/** The address that somebody means: `plinth.example` is a page and `me@plinth.example` an email; null for anything else. */
export function hrefOf(typed: string): string | null {
  const words = typed.trim()
  const whole = HREF.test(words)
    ? words
    : /^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(words)
      ? `mailto:${words}`
      : /^[^\s/@:]+\.[^\s/@:]{2,}(?:[/?#:]\S*)?$/.test(words)
        ? `https://${words}`
        : null
  return whole !== null && isHref(whole) && URL.canParse(whole) ? whole : null
}
