import { clsx } from 'clsx'

/** A part of a text, with its link if it is a web address. */
export interface TextPart {
  text: string
  href?: string
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"“”‘’`\\]+/giu
/** Punctuation that belongs to the sentence, not to the address before it. */
const TRAILING = ".,;:!?'…*_~"
const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
] as const

const countOf = (text: string, character: string) => text.split(character).length - 1

/** The address without trailing punctuation. Closing brackets stay if the address opened them. */
function trimmed(address: string): string {
  const surplus = new Map<string, number>(
    BRACKETS.map(([open, close]) => [close, countOf(address, close) - countOf(address, open)]),
  )
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1)
    if (TRAILING.includes(last)) continue
    const left = surplus.get(last) ?? 0
    if (left <= 0) break
    surplus.set(last, left - 1)
  }
  return address.slice(0, end)
}

/** The normalized address; null if it is invalid, or has a user name or password, which can hide the real host. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.username === '' && url.password === '' ? url.href : null
}

/** Splits a text into plain text and web addresses. Joined, the parts are the text as it was typed. */
export function linkedParts(content: string): TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  for (const { 0: match, index } of content.matchAll(ADDRESS)) {
    const text = trimmed(match)
    const href = hrefOf(text)
    if (href === null) continue
    if (index > at) parts.push({ text: content.slice(at, index) })
    parts.push({ text, href })
    at = index + text.length
  }
  if (at < content.length) parts.push({ text: content.slice(at) })
  return parts
}

/** A person's text with its line breaks, and its web addresses as links. */
export const LinkedText = ({ text, className }: { text: string; className?: string }) => (
  <p className={clsx('linked-text', className)}>
    {linkedParts(text).map((part, index) =>
      part.href === undefined ? (
        part.text
      ) : (
        <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part.text}
        </a>
      ),
    )}
  </p>
)
