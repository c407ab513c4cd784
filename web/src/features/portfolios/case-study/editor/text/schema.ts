import { Schema, type Node } from 'prosemirror-model'
import { isHref } from '../document/text-rules.ts'

/**
 * Exactly what a text block holds: headings, paragraphs and flat lists of plain words and links. Everything else that
 * is pasted becomes one of these or loses its form.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'part+' },
    paragraph: {
      group: 'part',
      content: 'text*',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', 0],
    },
    heading: {
      group: 'part',
      content: 'text*',
      defining: true,
      parseDOM: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag })),
      toDOM: () => ['h2', 0],
    },
    list: {
      group: 'part',
      content: 'item+',
      parseDOM: [
        // A list in a list goes on in the same one.
        { tag: 'ul, ol', context: 'item/', skip: true, priority: 60 },
        { tag: 'ul, ol' },
      ],
      toDOM: () => ['ul', 0],
    },
    item: {
      content: 'text*',
      defining: true,
      parseDOM: [{ tag: 'p, div', context: 'item/', skip: true, priority: 60 }, { tag: 'li' }],
      toDOM: () => ['li', 0],
    },
    text: {},
  },
  marks: {
    link: {
      attrs: { href: { validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (link) => {
            const href = link.getAttribute('href') ?? ''
            return isHref(href) ? { href } : false
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs['href'] as string }, 0],
    },
  },
})

export type Kind = 'heading' | 'paragraph' | 'item'

/** One line of a text: a heading, a paragraph or an item of a list. */
export interface Line {
  kind: Kind
  node: Node
  /** Where its words begin. */
  from: number
}

export function linesOf(doc: Node): Line[] {
  const lines: Line[] = []
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    lines.push({ kind: node.type.name as Kind, node, from: at + 1 })
    return false
  })
  return lines
}
