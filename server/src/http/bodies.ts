import { rm } from 'node:fs/promises'
import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import {
  MAX_ALT_LENGTH,
  MAX_FILE_NAME_LENGTH,
  MAX_MEDIA_BYTES,
  MAX_POST_MEDIA,
  MAX_URL_LENGTH,
} from '@plinth/contract/limits.ts'
import { quoted, unknownField } from '@plinth/contract/http/refusals.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { newTempFile, writeNewFile } from '../gateways/files.ts'
import { AppError, invalidField, unstorable } from './errors.ts'
import { liftBodyTime } from './limits/time-limit.ts'

/** One of the numbered files of a form: a file sent with it, or the URL of an earlier upload. */
export type FormFile = { alt: string | undefined } & (
  | { fileName: string; path: string }
  | { url: string }
)

export interface Form<Fields> {
  fields: Fields
  /** In the order of their numbers. The files are deleted once the handler has answered. */
  files: FormFile[]
}

/** Larger than any text field may be, so that the schema can report which field is too long. */
const MAX_FIELD_BYTES = 64 * 1024
/** Each file may have a URL and an alt text; the rest is left for the other fields. */
const MAX_FIELDS = 2 * MAX_POST_MEDIA + 30
const TOO_MANY_FILES = `You can add at most ${MAX_POST_MEDIA} files to a post.`
const NUMBERED = /^(?<kind>media|alt)_(?<number>\d{1,3})$/

/** Lets the routes of this scope take multipart forms besides JSON. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      files: MAX_POST_MEDIA,
      fileSize: MAX_MEDIA_BYTES,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      parts: MAX_FIELDS + MAX_POST_MEDIA,
    },
  })
  takeTime(scope)
}

/**
 * Reads a form, with its files in temporary ones, passes it to `work`, and always removes the files afterwards. Files
 * are the parts `media_0` to `media_9`, each a file or the URL of an upload; `alt_0` to `alt_9` are their alt texts.
 * Other fields must be named in the schema; their values are not validated here.
 */
export async function withForm<T>(
  request: FastifyRequest,
  { dataDir, schema }: { dataDir: string; schema: TObject },
  work: (form: Form<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const reader = new FormReader(dataDir, schema)
  try {
    try {
      for await (const part of request.parts()) await reader.take(part)
    } catch (error) {
      // The rest of the body is read and dropped after the answer.
      request.raw.unpipe()
      throw toFormError(error)
    }
    return await work(reader.form())
  } finally {
    await reader.removeFiles()
  }
}

class FormReader {
  readonly #dataDir: string
  readonly #schema: TObject
  readonly #fields = new Map<string, string>()
  readonly #sources = new Map<number, { fileName: string; path: string } | { url: string }>()
  readonly #alts = new Map<number, string>()
  readonly #paths: string[] = []

  constructor(dataDir: string, schema: TObject) {
    this.#dataDir = dataDir
    this.#schema = schema
  }

  async take(part: Multipart): Promise<void> {
    const { kind, number: text } = NUMBERED.exec(part.fieldname)?.groups ?? {}
    const number = text === undefined ? null : Number(text)
    if (number !== null && number >= MAX_POST_MEDIA) {
      throw invalidField(part.fieldname, TOO_MANY_FILES)
    }
    if (part.type === 'file') {
      if (number === null || kind !== 'media') {
        throw invalidField(part.fieldname, `${quoted(part.fieldname)} takes no file.`)
      }
      return this.#takeFile(number, part)
    }
    const value = textOf(part)
    if (number === null) this.#takeField(part.fieldname, value)
    else if (kind === 'media') this.#takeUrl(number, part.fieldname, value)
    else this.#takeAlt(number, part.fieldname, value)
  }

  #takeField(name: string, value: string): void {
    if (!Object.hasOwn(this.#schema.properties, name)) throw invalidField(name, unknownField(name))
    setOnce(this.#fields, name, value, name)
  }

  #takeUrl(number: number, name: string, url: string): void {
    if (url.length > MAX_URL_LENGTH)
      throw invalidField(
        name,
        `The address of a file can have at most ${MAX_URL_LENGTH} characters.`,
      )
    setOnce(this.#sources, number, { url }, name)
  }

  #takeAlt(number: number, name: string, alt: string): void {
    if (Array.from(alt).length > MAX_ALT_LENGTH) {
      throw invalidField(name, `An alt text can have at most ${MAX_ALT_LENGTH} characters.`)
    }
    setOnce(this.#alts, number, alt, name)
  }

  async #takeFile(number: number, part: MultipartFile): Promise<void> {
    const path = newTempFile(this.#dataDir)
    const fileName = part.filename.slice(-MAX_FILE_NAME_LENGTH).replaceAll(/\p{Cc}/gu, '')
    setOnce(this.#sources, number, { fileName, path }, part.fieldname)
    this.#paths.push(path)
    await writeNewFile(path, part.file)
    if (part.file.truncated) {
      const sentence = `${fileName || 'This file'} exceeds ${MAX_MEDIA_BYTES / 1024 ** 2}MB limit.`
      throw new AppError('media.too_large', sentence, { fields: { [part.fieldname]: sentence } })
    }
  }

  form(): Form<Record<string, string>> {
    for (const number of this.#alts.keys()) {
      if (!this.#sources.has(number)) {
        throw invalidField(`alt_${number}`, 'This alt text belongs to no file. Add the file, too.')
      }
    }
    const files = [...this.#sources]
      .toSorted(([a], [b]) => a - b)
      .map(([number, source]) => ({ ...source, alt: this.#alts.get(number) }))
    return { fields: Object.fromEntries(this.#fields), files }
  }

  async removeFiles(): Promise<void> {
    for (const path of this.#paths) await rm(path, { force: true })
  }
}

function textOf(part: Exclude<Multipart, MultipartFile>): string {
  const { fieldname, value } = part
  if (part.valueTruncated) throw invalidField(fieldname, `${quoted(fieldname)} is too long.`)
  // The library has already parsed a part of type JSON.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (`${fieldname}${text}`.includes('\0')) {
    throw unstorable(fieldname.replaceAll('\0', ''))
  }
  return text
}

function setOnce<K, V>(map: Map<K, V>, key: K, value: V, name: string): void {
  if (map.has(key)) throw invalidField(name, `${quoted(name)} is there twice. Send it once.`)
  map.set(key, value)
}

const TOO_MANY_FIELDS = 'The form has more fields than a post can have. Send each of them once.'

/** Keeps errors of our own disk as they are; anything else means that the form is damaged or incomplete. */
function toFormError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  if (syscall !== undefined && syscall !== 'read') return error
  if (code === 'FST_FILES_LIMIT') return invalidField('media', TOO_MANY_FILES)
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') {
    return new AppError('input.invalid', TOO_MANY_FIELDS)
  }
  return new AppError(
    'input.invalid',
    'The form is damaged or ends before it is complete. Send it again.',
  )
}

/** How long an unread body may keep arriving after the answer. */
const DRAIN_MS = 30_000

/** Hands bodies of any content type to the handlers of this scope as unread streams. */
export function takeRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  takeTime(scope)
}

/** Lets files take their time to arrive until they have been answered. */
function takeTime(scope: FastifyInstance): void {
  scope.addHook('preParsing', liftBodyTime)
  drainUnread(scope)
}

/** Reads the rest of a body after the answer: clients often read the answer only when they have sent everything. */
function drainUnread(scope: FastifyInstance): void {
  scope.addHook('onResponse', async ({ raw }) => {
    if (raw.readableEnded || raw.destroyed) return
    const timer = setTimeout(() => raw.destroy(), DRAIN_MS)
    raw.once('close', () => clearTimeout(timer)).resume()
  })
}
