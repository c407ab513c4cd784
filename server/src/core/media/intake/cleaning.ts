import { constants, copyFile } from 'node:fs/promises'
import {
  AUDIO_TYPES,
  DOCUMENT_TYPES,
  IMAGE_TYPES,
  PDF_TYPES,
  VIDEO_TYPES,
  type MediaKind,
} from '@plinth/contract/media/file-types.ts'
import type { Stays } from '@plinth/contract/media/media.ts'
import type { AuthoredFile, CleanedFile } from '../../../gateways/files.ts'
import type { Asker } from '../../../gateways/process/worker.ts'
import type { Rights } from '../../../gateways/image/imaging.ts'
import { WAVEFORM_SIZE } from '../../../gateways/document/documents.ts'
import type { MediaDeps } from '../objects.ts'
import { renditionWidths, wantsTiles } from '../processing/plan.ts'
import type { NewMedia } from '../processing/processing-queries.ts'

/** The facts of a cleaned file. */
export type Facts = Omit<
  NewMedia,
  'id' | 'ownerId' | 'fileName' | 'receivedBytes' | 'bytes' | 'alt' | 'sha256'
>

/**
 * Writes the version of a file to store, without metadata on where and with what it was made; author, copyright, credit
 * and licence stay if its owner wants it. Returns its facts.
 */
export async function cleanFile(
  deps: MediaDeps,
  kind: MediaKind,
  { file, cleanTo, keepsName }: { file: string; cleanTo: string; keepsName: boolean },
  asker: Asker,
): Promise<Facts> {
  if (kind === 'pdf' || kind === 'document') {
    // Documents are stored unchanged. The copy is private to us, so the file inspected is the file stored.
    await copyFile(file, cleanTo, constants.COPYFILE_FICLONE)
    return inspectDocument(deps, kind, cleanTo, asker)
  }
  const clean = { image: cleanPicture, video: cleanVideo, audio: cleanSound }[kind]
  return clean(deps, file, { cleanTo, keepsName, ...asker })
}

/** Values for the facts that most files lack. */
const DEFAULTS = {
  thumbhash: null,
  palette: [],
  isAnimated: false,
  durationMs: null,
  hasSound: false,
  pages: null,
  plays: null,
  rights: null as Rights | null,
  stays: [] as Stays[],
  look: null as string | null,
  needsWork: true,
} satisfies Partial<Facts>

const cleanedOf = ({ received, kept, isSame, takenOut }: CleanedFile): CleanedFile => ({
  received,
  kept,
  isSame,
  takenOut,
})
const authoredOf = ({ rights, stays, ...cleaned }: AuthoredFile): AuthoredFile => ({
  ...cleanedOf(cleaned),
  rights,
  stays,
})

interface Cleaning extends Asker {
  cleanTo: string
  keepsName: boolean
}

async function cleanPicture(
  { imaging }: MediaDeps,
  file: string,
  { cleanTo, ...options }: Cleaning,
): Promise<Facts> {
  const cleaned = await imaging.clean(file, cleanTo, options)
  const { width, height, thumbhash, palette, look, isAnimated } = cleaned
  const original = { kind: 'image', contentType: cleaned.type, width, height, isAnimated } as const
  return {
    ...DEFAULTS,
    ...authoredOf(cleaned),
    ...original,
    extension: IMAGE_TYPES[cleaned.type].extension,
    thumbhash,
    palette,
    look,
    needsWork: renditionWidths(original).length > 0 || wantsTiles(original),
  }
}

async function cleanVideo(
  { video }: MediaDeps,
  file: string,
  { cleanTo, ...options }: Cleaning,
): Promise<Facts> {
  const cleaned = await video.clean(file, cleanTo, options)
  const { width, height, durationMs, hasSound } = cleaned
  return {
    ...DEFAULTS,
    ...authoredOf(cleaned),
    kind: 'video',
    contentType: cleaned.type,
    extension: VIDEO_TYPES[cleaned.type].extension,
    width,
    height,
    durationMs,
    hasSound,
    plays: cleaned.isPlayable ? 'original' : null,
  }
}

async function cleanSound(
  { audio }: MediaDeps,
  file: string,
  { cleanTo, ...options }: Cleaning,
): Promise<Facts> {
  const cleaned = await audio.clean(file, cleanTo, options)
  return {
    ...DEFAULTS,
    ...authoredOf(cleaned),
    ...WAVEFORM_SIZE,
    kind: 'audio',
    contentType: cleaned.type,
    extension: AUDIO_TYPES[cleaned.type].extension,
    durationMs: cleaned.durationMs,
    hasSound: true,
    plays: cleaned.isPlayable ? 'original' : null,
  }
}

async function inspectDocument(
  { documents }: MediaDeps,
  kind: 'pdf' | 'document',
  file: string,
  asker: Asker,
): Promise<Facts> {
  const document = await documents.inspect(file, asker)
  const { width, height, pages } = document
  return {
    ...DEFAULTS,
    ...cleanedOf(document),
    kind,
    contentType: document.type,
    extension: { ...PDF_TYPES, ...DOCUMENT_TYPES }[document.type].extension,
    width,
    height,
    pages,
  }
}
