import { MAX_CAPTIONS_BYTES } from '@plinth/contract/limits.ts'
import { AppError } from '../../http/errors.ts'

const ACCEPTED = 'Plinth takes captions as WebVTT (.vtt) or SubRip (.srt) up to 1 MB.'
/** Three per second throughout the longest video. */
const MAX_CUES = 5_400
const SIGNATURE = /^WEBVTT(?=[ \t\n]|$)/
/** WebVTT's comments, styles and regions. */
const ASIDE = /^(NOTE|STYLE|REGION)(?=[ \t\n]|$)/
const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const TIMING = new RegExp(`^[ \\t]*${TIME}[ \\t]*-->[ \\t]*${TIME}(?:[ \\t]+(.*))?$`)
/** WebVTT's settings for the position of text. SubRip has others, which we drop. */
const SETTING =
  /^(vertical:(rl|lr)|line:-?\d{1,5}(\.\d+)?%?(,(start|center|end))?|position:\d{1,3}(\.\d+)?%(,(line-left|center|line-right))?|size:\d{1,3}(\.\d+)?%|align:(start|center|end|left|right))$/

interface Cue {
  start: number
  end: number
  settings: string
  lines: string[]
}

/**
 * Converts captions to clean WebVTT: times, positions and text, in order. Throws `media.unsupported` with a message for
 * anything that is neither WebVTT nor SubRip.
 */
export function toWebVtt(bytes: Uint8Array): string {
  if (bytes.length > MAX_CAPTIONS_BYTES) throw new AppError('media.too_large', ACCEPTED)
  const text = decode(bytes).replaceAll(/\r\n?/g, '\n')
  const isWebVtt = SIGNATURE.test(text)
  const cues = cuesOf(isWebVtt ? text.replace(/^[^]*?(\n\n|$)/, '') : text, isWebVtt)
  const written = cues
    .toSorted((one, other) => one.start - other.start)
    .map(write)
    .filter((cue) => cue !== null)
  if (written.length === 0) throw refused(ACCEPTED)
  return ['WEBVTT', ...written, ''].join('\n\n').trimEnd() + '\n'
}

/** Text without a byte order mark is UTF-8, or else windows-1252. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = isUtf16 ? new TextDecoder('utf-16le').decode(bytes) : decodeBytes(bytes)
  if (text.includes('\0')) throw refused(ACCEPTED)
  return text
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function cuesOf(text: string, isWebVtt: boolean): Cue[] {
  const cues: Cue[] = []
  for (const block of text.split(/\n{2,}/)) {
    if (isWebVtt && ASIDE.test(block)) continue
    const lines = block.split('\n').filter((line) => line.trim() !== '')
    const at = lines.findIndex((line, index) => index < 2 && line.includes('-->'))
    const timing = lines[at]
    if (timing !== undefined) cues.push({ ...readTiming(timing), lines: lines.slice(at + 1) })
    // SubRip allows empty lines inside a cue's text.
    else if (!isWebVtt && lines.length > 0) continueLast(cues, lines)
    if (cues.length > MAX_CUES) {
      throw refused(`These captions have more than ${MAX_CUES} cues. Shorten them and try again.`)
    }
  }
  return cues
}

function continueLast(cues: readonly Cue[], lines: readonly string[]): void {
  const last = cues.at(-1)
  if (last === undefined) throw refused(ACCEPTED)
  last.lines.push(...lines)
}

function readTiming(line: string): Omit<Cue, 'lines'> {
  const parts = TIMING.exec(line)
  if (parts === null) throw refused(`We can’t read a time in these captions: ${quote(line)}`)
  const start = milliseconds(parts.slice(1, 5))
  const end = milliseconds(parts.slice(5, 9))
  if (end < start) throw refused(`These captions end before they begin at ${quote(line)}`)
  const settings = (parts[9] ?? '').split(/\s+/).filter((setting) => SETTING.test(setting))
  return { start, end, settings: settings.join(' ') }
}

function milliseconds([hours, minutes, seconds, part]: (string | undefined)[]): number {
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1_000 + Number((part ?? '').padEnd(3, '0'))
}

/** Returns null for a cue that is never shown or has no text. */
function write({ start, end, settings, lines }: Cue): string | null {
  const text = captionText(lines)
  if (text === '' || start === end) return null
  return `${clock(start)} --> ${clock(end)}${settings === '' ? '' : ` ${settings}`}\n${text}`
}

function clock(at: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const part = String(at % 1_000).padStart(3, '0')
  return `${two(at / 3_600_000)}:${two((at / 60_000) % 60)}:${two((at / 1_000) % 60)}.${part}`
}

const quote = (line: string): string => `“${line.trim().slice(0, 60)}”.`

const refused = (sentence: string) => new AppError('media.unsupported', sentence)

/** Bold, italic, underline, colour classes and speakers: tags that players show and that cannot be misused. */
const KEPT_TAG = /^(\/?)(?:([biu])|(c)((?:\.[\w-]{1,30}){0,4})|(v)(?:[ \t]+([^<>&]{1,100}))?)$/
/** A tag's name or a timestamp. Before anything else, "<" is text. */
const TAG = /<(\/?[a-z][^<>]*|\d[\d:.]*)>/gi
/** SubRip editors put positioning codes in the text. */
const PLACE_CODE = /\{\\[^{}]*\}/g
const ENTITY = /&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g

/** Returns a cue's text as WebVTT. */
const captionText = (lines: readonly string[]): string =>
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
