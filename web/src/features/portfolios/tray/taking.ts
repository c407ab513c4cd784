import type { CategorySlug } from '@plinth/contract/choices.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { newIdempotencyKey } from '../../../lib/forms/idempotency.ts'
import { ANY_KIND, fileTypeOf, refusalOf } from '../../../lib/uploads/file-rules.ts'
import {
  chosenFile,
  isPaused,
  mediaOf,
  refusedFile,
  uploadedFile,
} from '../../../lib/uploads/files.ts'
import { fileFingerprint } from '../../../lib/uploads/unfinished.ts'
import { findFiles } from '../../../lib/uploads/use-restored-files.ts'
import type { Kept, KeptEntry } from './keeping.ts'
import { fieldsOf, type TrayDetails, type TrayFile } from './tray-rules.ts'
import { trayTexts as texts } from './tray-texts.ts'

/** A chosen file as the tray holds it: to be sent, or refused with the reason. */
export function taken(
  file: File,
  lastCategory: CategorySlug | null,
  key = newIdempotencyKey(),
): TrayFile {
  const refusal = refusalOf(file, ANY_KIND)
  const { unsupported, tooLarge, empty } = texts
  const sentence = refusal && { too_large: tooLarge, unsupported, empty }[refusal](file.name)
  const details: TrayDetails = {
    fields: fieldsOf(file.name, fileTypeOf(file)?.kind ?? 'document', lastCategory),
    isNamed: false,
    thumb: null,
    isMissing: false,
    problem: null,
    fingerprint: fileFingerprint(file),
  }
  return {
    ...(sentence === null ? chosenFile(file, { key }) : refusedFile(file, sentence, key)),
    ...details,
  }
}

/** A file in the place of another one, whose words stay if somebody wrote them or it is the same file. */
export function takenFor(old: TrayFile, file: File, lastCategory: CategorySlug | null): TrayFile {
  const next = taken(file, lastCategory, old.key)
  const isSame = old.fingerprint === next.fingerprint
  return isSame || old.isNamed ? { ...next, fields: old.fields, isNamed: old.isNamed } : next
}

/** What this browser keeps of it. */
export const entryOf = (file: TrayFile, order: number): KeptEntry => ({
  key: file.key,
  order,
  at: Date.now(),
  name: file.name,
  size: file.size,
  type: file.file?.type ?? '',
  lastModified: file.file?.lastModified ?? 0,
  fingerprint: file.fingerprint,
  fields: file.fields,
  isNamed: file.isNamed,
  asDocument: file.asDocument === true,
  isPaused: isPaused(file),
  media: mediaOf(file) ?? null,
})

/** What an earlier visit left. A file that this browser could not keep has to be chosen again. */
export function restored({ entry, file }: Kept): TrayFile {
  const { key, name, size, media, fields, isNamed, fingerprint } = entry
  const details = { fields, isNamed, thumb: null, problem: null, fingerprint, isMissing: false }
  if (media !== null) return { ...uploadedFile(media), ...details, key, name }
  if (file === null) {
    const gone = refusedFile(new File([], name), texts.missing, key)
    return { ...gone, ...details, size, isMissing: true }
  }
  const chosen = { ...chosenFile(file, { key }), ...details, asDocument: entry.asDocument }
  return entry.isPaused ? { ...chosen, upload: { phase: 'paused', file, loaded: 0 } } : chosen
}

const CHECK_AT_ONCE = 10

/** Asks for what arrived in an earlier visit, because the server deletes what nothing uses after a day. */
export async function checkArrived(
  found: readonly TrayFile[],
  to: { onThere: (key: string, media: Media) => void; onGone: (key: string) => void },
): Promise<void> {
  const all = found.flatMap((file) => {
    const media = mediaOf(file)
    return media === undefined ? [] : [{ id: media.id, alt: '', key: file.key }]
  })
  for (let at = 0; at < all.length; at += CHECK_AT_ONCE) {
    const some = all.slice(at, at + CHECK_AT_ONCE)
    // A few at a time, beside what is sent.
    const { files, unsure } = await findFiles(some, new AbortController().signal)
    for (const { id, key } of some) {
      const media = files.map(mediaOf).find((one) => one?.id === id)
      if (media !== undefined) to.onThere(key, media)
      else if (!unsure.some((file) => file.id === id)) to.onGone(key)
    }
  }
}
