import {
  MAX_DESCRIPTION_LENGTH,
  MAX_ALT_LENGTH,
  MAX_TITLE_LENGTH,
} from '@plinth/contract/limits.ts'
import type { CategorySlug } from '@plinth/contract/choices.ts'
import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import { addTags } from '../../../lib/forms/tags.ts'
import {
  isPaused,
  isPending,
  isRefused,
  mediaOf,
  type UploadFile,
} from '../../../lib/uploads/files.ts'
import { isUnderway, percentOf } from '../../../lib/uploads/upload-state.ts'
import { titleFromFileName } from '../upload/use-suggestions.ts'
import { EMPTY_FORM, type WorkForm } from '../form/work-form.ts'

/** What the tray knows about a file besides the file and its upload. */
export interface TrayDetails {
  fields: WorkForm
  /** Somebody has named it, so that what the file says about itself no longer changes it. */
  isNamed: boolean
  /** An object URL of a small picture of it. */
  thumb: string | null
  /** An earlier visit sent a part of it, and this browser could not keep the rest. */
  isMissing: boolean
  /** Why it could not be saved as a draft. */
  problem: string | null
  fingerprint: string
}

export type TrayFile = UploadFile & TrayDetails

/** What a file says about itself. */
export interface Embedded {
  title?: string
  description?: string
  keywords?: readonly string[]
  alt?: string
}

const CATEGORY_OF: Record<MediaKind, CategorySlug> = {
  image: 'photography',
  video: 'videography',
  audio: 'editing',
  pdf: 'graphic-design',
  document: 'graphic-design',
}

/** What a new file starts with. */
export const fieldsOf = (
  name: string,
  kind: MediaKind,
  lastCategory: CategorySlug | null,
): WorkForm => ({
  ...EMPTY_FORM,
  alsoPost: false,
  title: cut(titleFromFileName(name), MAX_TITLE_LENGTH),
  category: lastCategory ?? CATEGORY_OF[kind],
})

/** The fields with what the file says about itself, within the limits. Empty words change nothing. */
export function withEmbedded(
  fields: WorkForm,
  { title, description, keywords, alt }: Embedded,
): WorkForm {
  const words = (text: string | undefined, most: number) => cut(text?.trim() ?? '', most)
  return {
    ...fields,
    title: words(title, MAX_TITLE_LENGTH) || fields.title,
    description: words(description, MAX_DESCRIPTION_LENGTH) || fields.description,
    alt: words(alt, MAX_ALT_LENGTH) || fields.alt,
    // Some programs write all keywords into one.
    tags: addTags(fields.tags, (keywords ?? []).join(',').replaceAll(';', ',')),
  }
}

/** By code points, as the limit counts. */
const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')

export const isReady = (file: UploadFile): boolean => mediaOf(file) !== undefined

/** Whether a file would be refused again: the same one is there already. */
export const isKnown = (files: readonly TrayFile[], fingerprint: string): boolean =>
  files.some((file) => file.fingerprint === fingerprint && !isRefused(file))

export interface Summary {
  all: number
  ready: number
  /** On their way, or waiting for their turn. */
  pending: number
  paused: number
  /** Bytes of everything that is not refused. */
  loaded: number
  size: number
  isOffline: boolean
}

export function summaryOf(files: readonly UploadFile[]): Summary {
  const sum: Summary = {
    all: files.length,
    ready: 0,
    pending: 0,
    paused: 0,
    loaded: 0,
    size: 0,
    isOffline: false,
  }
  for (const file of files) {
    if (isReady(file)) sum.ready += 1
    if (isPending(file)) sum.pending += 1
    if (isPaused(file)) sum.paused += 1
    if (file.upload.phase === 'stalled' && file.upload.reason === 'offline') sum.isOffline = true
    if (isRefused(file)) continue
    sum.size += file.size
    sum.loaded += isUnderway(file.upload) ? file.upload.loaded : file.size
  }
  return sum
}

/** Rows that the tray draws without a hang. */
export const MAX_IN_TRAY = 500

/** What the tray shows. */
export interface TrayView {
  files: readonly TrayFile[]
  summary: Summary
  /** Seconds left at the measured rate. */
  seconds: number | null
  /** Why nothing is sent until somebody continues. */
  hold: string | null
  /** Another tab works on the tray. */
  isElsewhere: boolean
  /** What an earlier visit left is there. */
  hasLoaded: boolean
  saving: { done: number; all: number } | null
}

/** How much has been sent at some time, in bytes since the tray was opened. */
export interface Sample {
  at: number
  sent: number
}

const WINDOW_MS = 15_000
const MEASURED_MS = 2_000

/** The samples of the last seconds with another one. */
export const withSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] => [
  ...samples.filter(({ at }) => sample.at - at <= WINDOW_MS),
  sample,
]

/** Seconds left at the measured rate; null until enough was measured. */
export function secondsLeft(
  samples: readonly Sample[],
  { loaded, size }: Pick<Summary, 'loaded' | 'size'>,
): number | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (first === undefined || last === undefined || loaded >= size) return null
  const elapsed = last.at - first.at
  const sent = last.sent - first.sent
  if (elapsed < MEASURED_MS || sent <= 0) return null
  return Math.max(1, Math.round((elapsed * (size - loaded)) / sent / 1_000))
}

const SPOKEN_STEP = 25

/** The step that is spoken: 0, 25, 50 or 75 while files are sent. */
export const spokenStep = ({ loaded, size }: Pick<Summary, 'loaded' | 'size'>): number =>
  Math.floor(percentOf(loaded, size) / SPOKEN_STEP) * SPOKEN_STEP

/** Answers that hold for every other file, too: too many uploads, too fast, no storage left, signed out. */
const HOLDS = new Set([401, 409, 429, 507])

export const holdsAll = (status: number): boolean => HOLDS.has(status)
