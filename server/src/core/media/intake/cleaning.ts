import { constants, copyFile } from 'node:fs/promises'
import {
  AUDIO_TYPES,
  DOCUMENT_TYPES,
  IMAGE_TYPES,
  PDF_TYPES,
  VIDEO_TYPES,
  type MediaKind,
} from '@plinth/contract/media/media.ts'
import type { CleanedFile } from '../../../gateways/process/cleaned-file.ts'
import { WAVEFORM_SIZE } from '../../../gateways/document/documents.ts'
import type { MediaDeps } from '../objects.ts'
import { renditionWidths, wantsTiles } from '../processing/plan.ts'
import type { NewMedia } from '../processing/processing-queries.ts'

/** What is known of a cleaned file. */
export type Facts = Omit<
  NewMedia,
  'id' | 'ownerId' | 'fileName' | 'receivedBytes' | 'bytes' | 'alt'
>

/** Writes what is to be kept of a file: without what says where and by whom it was made. Answers its facts. */
export async function cleanFile(
  deps: MediaDeps,
  kind: MediaKind,
  { file, cleanTo }: { file: string; cleanTo: string },
): Promise<Facts> {
  if (kind === 'pdf' || kind === 'document') {
    // Kept as they are: what a document says is its text. The copy is ours alone: what is looked at is what is kept.
    await copyFile(file, cleanTo, constants.COPYFILE_FICLONE)
    return lookAtDocument(deps, kind, cleanTo)
  }
  const look = { image: cleanPicture, video: cleanVideo, audio: cleanSound }[kind]
  return look(deps, file, cleanTo)
}

/** What most files have not. */
const NOTHING = {
  thumbhash: null,
  palette: [],
  isAnimated: false,
  durationMs: null,
  hasSound: false,
  pages: null,
  plays: null,
  needsWork: true,
} satisfies Partial<Facts>

const cleanedOf = ({ received, kept, isSame, takenOut }: CleanedFile): CleanedFile => ({
  received,
  kept,
  isSame,
  takenOut,
})

async function cleanPicture({ imaging }: MediaDeps, file: string, cleanTo: string): Promise<Facts> {
  const seen = await imaging.clean(file, cleanTo)
  const { width, height, thumbhash, palette, isAnimated } = seen
  const original = { kind: 'image', contentType: seen.type, width, height, isAnimated } as const
  return {
    ...NOTHING,
    ...cleanedOf(seen),
    ...original,
    extension: IMAGE_TYPES[seen.type].extension,
    thumbhash,
    palette,
    needsWork: renditionWidths(original).length > 0 || wantsTiles(original),
  }
}

async function cleanVideo({ video }: MediaDeps, file: string, cleanTo: string): Promise<Facts> {
  const seen = await video.clean(file, cleanTo)
  const { width, height, durationMs, hasSound } = seen
  return {
    ...NOTHING,
    ...cleanedOf(seen),
    kind: 'video',
    contentType: seen.type,
    extension: VIDEO_TYPES[seen.type].extension,
    width,
    height,
    durationMs,
    hasSound,
    plays: seen.isPlayable ? 'original' : null,
  }
}

async function cleanSound({ audio }: MediaDeps, file: string, cleanTo: string): Promise<Facts> {
  const seen = await audio.clean(file, cleanTo)
  return {
    ...NOTHING,
    ...cleanedOf(seen),
    ...WAVEFORM_SIZE,
    kind: 'audio',
    contentType: seen.type,
    extension: AUDIO_TYPES[seen.type].extension,
    durationMs: seen.durationMs,
    hasSound: true,
    plays: seen.isPlayable ? 'original' : null,
  }
}

async function lookAtDocument(
  { documents }: MediaDeps,
  kind: 'pdf' | 'document',
  file: string,
): Promise<Facts> {
  const seen = await documents.inspect(file)
  const { width, height, pages } = seen
  return {
    ...NOTHING,
    ...cleanedOf(seen),
    kind,
    contentType: seen.type,
    extension: { ...PDF_TYPES, ...DOCUMENT_TYPES }[seen.type].extension,
    width,
    height,
    pages,
  }
}
