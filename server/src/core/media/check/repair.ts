import { rm } from 'node:fs/promises'
import type { Deps } from '../../../deps.ts'
import type { DeliveryEntry, DeliveryVerdict } from './deliveries.ts'
import { forgetDeliveryPreview, forgetDeliveryProof, forgetMade } from './check-queries.ts'
import type { Entry, Verdict } from './check-rules.ts'
import { CAPTIONS, PLAY, POSTER, PREVIEW } from '../names.ts'
import { RENDER } from '../media-rules.ts'
import { saveRenditions } from '../processing/processing-queries.ts'

export type RepairDeps = Pick<Deps, 'db' | 'jobs' | 'storage'> & {
  env: Pick<Deps['env'], 'dataDir' | 's3'>
}

const WIDTH = /^(\d+)\.(?:avif|webp)$/

/** Repairs what can be repaired of one file. */
export async function repairFile(
  deps: RepairDeps,
  { id, row }: Entry,
  verdict: Verdict,
): Promise<void> {
  const { db, storage } = deps
  for (const key of verdict.orphans) await storage.remove(key)
  if (row === null) return
  if (verdict.unrecorded.length > 0) await saveRenditions(db, id, { files: verdict.unrecorded })
  const names = verdict.areCaptionsLost ? [...verdict.lost, CAPTIONS] : verdict.lost
  if (names.length > 0) await forget(deps, id, names)
}

/** The same for a delivered file. */
export async function repairDelivery(
  { db, storage }: RepairDeps,
  { id }: DeliveryEntry,
  { orphans, isPreviewLost, isProofLost }: DeliveryVerdict,
): Promise<void> {
  for (const key of orphans) await storage.remove(key)
  if (isPreviewLost) await forgetDeliveryPreview(db, id)
  if (isProofLost) await forgetDeliveryProof(db, id)
}

/** Clears lost renditions from the row; the server then makes them again. */
async function forget({ db, jobs }: RepairDeps, id: string, names: string[]): Promise<void> {
  const widths = names.flatMap((name) => WIDTH.exec(name)?.[1] ?? []).map(Number)
  await db.transaction().execute(async (trx) => {
    await forgetMade(trx, id, {
      names,
      widths,
      poster: names.includes(POSTER),
      play: names.includes(PLAY.video) || names.includes(PLAY.audio),
      preview: names.includes(PREVIEW),
      tiles: names.some((name) => name.startsWith('tile-')),
      captions: names.includes(CAPTIONS),
    })
    await jobs.send(trx, RENDER, { mediaId: id })
  })
}

export const removeTemporary = (file: string): Promise<void> =>
  rm(file, { recursive: true, force: true })
