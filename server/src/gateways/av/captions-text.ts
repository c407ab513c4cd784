/** Bold, italic, underlined, a class of colours, a speaker: what players show and cannot be misused. */
const KEPT_TAG = /^(\/?)(?:([biu])|(c)((?:\.[\w-]{1,30}){0,4})|(v)(?:[ \t]+([^<>&]{1,100}))?)$/
/** A name or a time; "<" before anything else is a word. */
const TAG = /<(\/?[a-z][^<>]*|\d[\d:.]*)>/gi
/** Where SubRip's editors put words, as a code among them. */
const PLACE_CODE = /\{\\[^{}]*\}/g
const ENTITY = /&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g

/** The words of a cue as WebVTT has them. */
export const captionText = (lines: readonly string[]): string =>
  lines
    .map((line) => cleanLine(line.replaceAll(PLACE_CODE, '')).trim())
    .filter((line) => line !== '')
    .join('\n')

function cleanLine(line: string): string {
  let clean = ''
  let at = 0
  for (const tag of line.matchAll(TAG)) {
    clean += escape(line.slice(at, tag.index)) + cleanTag(tag[1] ?? '')
    at = tag.index + tag[0].length
  }
  return clean + escape(line.slice(at))
}

function cleanTag(tag: string): string {
  const [, close = '', plain, colour, classes = '', voice, speaker = ''] = KEPT_TAG.exec(tag) ?? []
  const name = plain ?? colour ?? voice
  if (name === undefined) return ''
  if (close !== '') return `</${name}>`
  return `<${name}${classes}${speaker === '' ? '' : ` ${speaker.trim()}`}>`
}

const escape = (text: string): string =>
  text.replaceAll(ENTITY, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
