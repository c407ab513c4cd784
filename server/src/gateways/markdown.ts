import MarkdownIt from 'markdown-it'

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
