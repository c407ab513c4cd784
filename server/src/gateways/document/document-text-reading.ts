import { createReadStream } from 'node:fs'
import { withFileBytes } from '../files.ts'
import { encodingByMark, newTextReader, textOf, type Encoding } from './document-text.ts'
import { Refusal } from '../process/tasks.ts'
import type { TextSeen } from './documents-tasks.ts'

/** Enough for a sheet of paper. */
const SHEET_BYTES = 16 * 1024
/** Languages of windows-1252 are written mostly in plain Latin letters; others only share its bytes. */
const MAX_ODD_SHARE = 0.3
const NOT_TEXT =
  'This file says that it is text, but holds something else as well. Save it again as plain text and send that.'

/** Reads a whole text once. */
export async function lookAtText({ file }: { file: string }): Promise<TextSeen> {
  const encodings = await encodingsOf(file)
  for (const encoding of encodings) {
    if (!(await isAllText(file, encoding))) continue
    const isSure = encoding !== 'windows-1252' || (await firstText(file)) !== null
    return { encoding: isSure ? encoding : null }
  }
  throw new Refusal(NOT_TEXT)
}

/** The first pages of a text, or null where its encoding cannot be told from others. */
export async function firstText(file: string): Promise<string | null> {
  const head = await withFileBytes(file, ({ size, read }) => read(0, Math.min(size, SHEET_BYTES)))
  const marked = encodingByMark(head)
  const text = textOf(head, marked ?? 'UTF-8')
  if (text !== null || marked !== null) return text
  const odd = head.filter((byte) => byte >= 0x80).length
  return odd / head.length > MAX_ODD_SHARE ? null : textOf(head, 'windows-1252')
}

const encodingsOf = (file: string): Promise<readonly Encoding[]> =>
  withFileBytes(file, async ({ size, read }) => {
    const marked = encodingByMark(await read(0, Math.min(size, 3)))
    return marked === null ? ['UTF-8', 'windows-1252'] : [marked]
  })

async function isAllText(file: string, encoding: Encoding): Promise<boolean> {
  const read = newTextReader(encoding)
  for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    if (read(piece as Buffer) === null) return false
  }
  return true
}
