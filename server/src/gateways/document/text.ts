import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { withFileBytes, type FileBytes } from '../files.ts'
import { Refusal } from '../process/tasks.ts'
import type { TextInspection } from './documents-tasks.ts'

const ENCODINGS = ['UTF-8', 'UTF-16LE', 'UTF-16BE', 'windows-1252'] as const
type Encoding = (typeof ENCODINGS)[number]

/** How much is read from each end of a file to tell whether it is text. */
const SAMPLE_BYTES = 64 * 1024
/** Where the headers of an email file are looked for. */
const EMAIL_HEAD = 4_096

/** Control characters other than tab, line breaks and page breaks. */
const CONTROL = /[^\P{Cc}\t\n\f\r\u0080-\u009f]|[\ufffe\uffff]/u
/** The decoder returns these for bytes that windows-1252 does not assign. */
const UNASSIGNED = /[\u0080-\u009f]/

/** How files begin that are written as text but that other programs treat as something else. */
const OTHER_FORMATS = [
  // HTML, XML, SVG, PHP, ASP.
  /^<[a-z!?/%]/i,
  // Scripts.
  /^#!|^@echo\b/i,
  // RTF, PostScript, PDF forms.
  /^\{\\rtf|^%!|^%[PF]DF/i,
  // Keys and certificates.
  /^-----BEGIN |^PuTTY-User-Key-File/,
  // Playlists.
  /^#EXT|^\[playlist\]|^ffconcat\b/i,
  // Files that a desktop or Windows acts on.
  /^\[(InternetShortcut|Desktop Entry|autorun)\]|^REGEDIT4|^Windows Registry Editor/i,
  /^BEGIN:V(CARD|CALENDAR)/i,
  // Mailbox files.
  /^From \S+@\S+ /,
]
const EMAIL_HEADER = /^(mime-version|message-id|received|return-path|dkim-signature):/im

function encodingByBom(head: Uint8Array): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF-16LE'
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF-16BE'
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'UTF-8' : null
}

/** Whether both ends of a file are text and it does not begin as another format. */
export async function isTextFile(bytes: FileBytes): Promise<boolean> {
  const length = Math.min(SAMPLE_BYTES, bytes.size)
  const head = await bytes.read(0, length)
  const bom = encodingByBom(head)
  const encodings = bom === null ? (['UTF-8', 'windows-1252'] as const) : [bom]
  const start = firstOf(encodings, (encoding) => textOf(head, encoding))
  if (start === null || start.trim() === '' || isOtherFormat(start)) return false
  if (length === bytes.size) return true
  // Start at an even offset, where a UTF-16 character begins.
  const tailLength = SAMPLE_BYTES - (bytes.size % 2)
  const tail = await bytes.read(bytes.size - tailLength, tailLength)
  return (
    firstOf(encodings, (encoding) => textOf(withoutCutCharacter(tail, encoding), encoding)) !== null
  )
}

/** Returns the text of these bytes, or null if they are not text. A character cut off at the end is left out. */
function textOf(bytes: Uint8Array, encoding: Encoding): string | null {
  return newTextReader(encoding)(bytes)
}

/** Returns a function that decodes a text chunk by chunk. It returns null for a chunk that is not text. */
function newTextReader(encoding: Encoding): (chunk: Uint8Array) => string | null {
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (chunk) => {
    const text = decodeNext(decoder, chunk)
    if (text === null || CONTROL.test(text)) return null
    return encoding === 'windows-1252' && UNASSIGNED.test(text) ? null : text
  }
}

function decodeNext(decoder: TextDecoder, chunk: Uint8Array): string | null {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    // The bytes are not in this encoding, which is a valid result.
    return null
  }
}

function isOtherFormat(text: string): boolean {
  const start = text.trimStart()
  if (OTHER_FORMATS.some((beginning) => beginning.test(start))) return true
  const [headers = ''] = start.slice(0, EMAIL_HEAD).split(/\r?\n\r?\n/, 1)
  return /^[\w-]+:/.test(headers) && EMAIL_HEADER.test(headers)
}

function withoutCutCharacter(tail: Buffer, encoding: Encoding): Buffer {
  if (encoding !== 'UTF-8') return tail
  const start = tail.findIndex((byte) => (byte & 0xc0) !== 0x80)
  return start > 0 && start < 4 ? tail.subarray(start) : tail
}

function firstOf<A, B>(list: readonly A[], find: (one: A) => B | null): B | null {
  for (const one of list) {
    const found = find(one)
    if (found !== null) return found
  }
  return null
}

/** Enough for a sheet of paper. */
const SHEET_BYTES = 16 * 1024
/**
 * Languages written in windows-1252 mostly use plain Latin letters. A larger share of other bytes suggests another
 * encoding.
 */
const MAX_HIGH_SHARE = 0.3
const NOT_TEXT =
  'This text file also contains other data. Save it as plain text and upload that one.'

/** Reads a whole text once to find its encoding. Throws a Refusal if it is not text. */
export async function inspectText({ file }: { file: string }): Promise<TextInspection> {
  const encodings = await encodingsOf(file)
  for (const encoding of encodings) {
    if (!(await isAllText(file, encoding))) continue
    const isSure = encoding !== 'windows-1252' || (await firstText(file)) !== null
    return { encoding: isSure ? encoding : null }
  }
  throw new Refusal(NOT_TEXT)
}

/** Returns the first pages of a text, or null if its encoding is uncertain. */
export async function firstText(file: string, most = SHEET_BYTES): Promise<string | null> {
  const head = await withFileBytes(file, ({ size, read }) => read(0, Math.min(size, most)))
  const bom = encodingByBom(head)
  const text = textOf(head, bom ?? 'UTF-8')
  if (text !== null || bom !== null) return text
  const high = head.filter((byte) => byte >= 0x80).length
  return high / head.length > MAX_HIGH_SHARE ? null : textOf(head, 'windows-1252')
}

const encodingsOf = (file: string): Promise<readonly Encoding[]> =>
  withFileBytes(file, async ({ size, read }) => {
    const bom = encodingByBom(await read(0, Math.min(size, 3)))
    return bom === null ? ['UTF-8', 'windows-1252'] : [bom]
  })

async function isAllText(file: string, encoding: Encoding): Promise<boolean> {
  const read = newTextReader(encoding)
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    if (read(chunk as Buffer) === null) return false
  }
  return true
}
