import type { LegalText } from '@plinth/contract/legal.ts'
import type { Env, OperatorSettings } from '../../env.ts'
import { renderMarkdown } from '../../gateways/markdown.ts'
import { escapeHtml } from '../../http/shell/escape.ts'

/** A page, and its first sentences for link previews and search engines. */
export interface LegalSheet {
  text: LegalText
  description: string
}

/** What stands for the settings in a text, as HTML and as plain text. */
type Words = Readonly<Record<string, { html: string; plain: string }>>

const plainly = (text: string) => ({ html: escapeHtml(text), plain: text })

function wordsOf({ operator, publicUrl }: Pick<Env, 'operator' | 'publicUrl'>): Words {
  return { site: plainly(new URL(publicUrl).host), ...operatorWords(operator) }
}

function operatorWords(operator: OperatorSettings | null): Words {
  if (operator === null) {
    const nobody = 'somebody who hasn’t said who they are yet'
    return {
      operator: plainly(nobody),
      address: plainly('No address yet'),
      contact: {
        html: 'the address in the <a href="/imprint">imprint</a>',
        plain: 'the address in the imprint',
      },
    }
  }
  const { name, address, email } = operator
  return {
    operator: plainly(name),
    address: { html: address.map(escapeHtml).join('<br>'), plain: address.join(', ') },
    contact: {
      html: `<a href="mailto:${escapeHtml(encodeURI(email))}">${escapeHtml(email)}</a>`,
      plain: email,
    },
  }
}

/** Puts the settings in after the Markdown is rendered, so that nothing in them is read as Markdown. */
const fill = (text: string, words: Words, kind: 'html' | 'plain'): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => words[name]?.[kind] ?? all)

/** The page that this Markdown makes. `title` is for a text without a heading of its own. */
export function sheetOf(
  markdown: string,
  title: string,
  env: Pick<Env, 'operator' | 'publicUrl'>,
): LegalSheet {
  const words = wordsOf(env)
  const { html, parts, lead, ...rendered } = renderMarkdown(markdown)
  return {
    text: {
      title: fill(rendered.title ?? title, words, 'plain'),
      html: fill(html, words, 'html'),
      parts: parts.map((part) => ({ ...part, title: fill(part.title, words, 'plain') })),
    },
    description: fill(lead, words, 'plain'),
  }
}
