import type { Block, EmailContent, EmailLine, EmailLink, Words } from './email.ts'

const plainWords = (words: Words): string =>
  typeof words === 'string'
    ? words
    : words
        .map((part) =>
          typeof part === 'string' ? part : 'strong' in part ? part.strong : part.title,
        )
        .join('')

const lineText = ({ sentence, quote, url }: EmailLine): string =>
  [sentence, ...(quote === null ? [] : [`“${quote}”`]), url].join('\n')

function blockText(block: Block): string[] {
  switch (block.kind) {
    case 'slip': {
      return [block.rows.map(([what, sum]) => `${what}: ${sum}`).join('\n')]
    }
    case 'lines': {
      return block.lines.map(lineText)
    }
    default: {
      return [plainWords(block.words)]
    }
  }
}

const footerText = (line: string | EmailLink): string =>
  typeof line === 'string' ? line : `${line.label}: ${line.url}`

/** The same email for programs that show no HTML. */
export const emailText = ({ title, blocks, button, footer }: EmailContent): string =>
  [
    ...(title === undefined ? [] : [title]),
    ...blocks.flatMap(blockText),
    ...(button === undefined ? [] : [`${button.label}: ${button.url}`]),
    footer.map(footerText).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
