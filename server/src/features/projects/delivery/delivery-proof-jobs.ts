import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { MAX_PROOF_PAGES } from '@plinth/contract/limits.ts'
import { TILE_SIZE } from '@plinth/contract/media/tiles.ts'
import {
  deliveredKey,
  deliveryPrefix,
  deliveryProofKey,
  PROOF_NAMES,
} from '../../../core/media/media-rules.ts'
import { forEachConcurrently } from '../../../core/media/processing/concurrency.ts'
import { isWorthWaiting, pauseAfter } from '../../../core/media/processing/faults.ts'
import { isPermanent } from '../../../core/media/processing/media-jobs.ts'
import type { Deps } from '../../../deps.ts'
import { withTempFile, withTempFolder } from '../../../gateways/files.ts'
import { AppError } from '../../../http/errors.ts'
import {
  findProofSource,
  findUnproved,
  recordProof,
  type KeptProof,
  type ProofSource,
} from './delivery-proof-queries.ts'
import {
  LATER,
  MAKE_PICTURE_PROOF,
  MAKE_PROOF,
  proofJobOf,
  SWEEP_PROOFS,
} from './delivery-rules.ts'

interface ProofJob {
  fileId: string
  /** How often it was put off because of the machine. */
  delays?: number
}

type ProofDeps = Pick<
  Deps,
  'db' | 'env' | 'jobs' | 'live' | 'storage' | 'imaging' | 'video' | 'audio' | 'documents'
>

const EVERY_TEN_MINUTES = '*/10 * * * *'
/** Pages that are drawn in one go. The PDF is opened anew for each of these. */
const PAGES_AT_ONCE = 8
/** A large picture has hundreds of tiles. */
const TILES_AT_ONCE = 8

/** Makes what a client judges a film, a sound, a document, a picture or an archive by before paying. */
export function registerProofJobs(app: FastifyInstance, deps: ProofDeps): void {
  const { db, jobs } = deps
  for (const name of [MAKE_PROOF, MAKE_PICTURE_PROOF]) {
    jobs.work<ProofJob>(name, (job, attempt) => makeProof(deps, job, attempt), {
      // Two at a time, so that a long film does not hold up all others.
      concurrency: 2,
      retries: 2,
      expireIn: 7_200,
    })
  }
  jobs.work(
    SWEEP_PROOFS,
    async () => {
      for (const { id, kind } of await findUnproved(db)) {
        await jobs.send(db, proofJobOf(kind), { fileId: id }, { priority: LATER })
      }
    },
    { schedule: EVERY_TEN_MINUTES },
  )
  app.addHook('onListen', () => jobs.send(db, SWEEP_PROOFS, {}))
}

/** Removes what was made of a file. */
export async function removeProof(storage: Deps['storage'], fileId: string): Promise<void> {
  const names = new Set(
    Object.values(PROOF_NAMES).flatMap(({ marked, plain }) => [marked, plain].map(stemOf)),
  )
  for await (const { key } of storage.survey(deliveryPrefix(fileId))) {
    const name = key.slice(deliveryPrefix(fileId).length)
    if (names.has(stemOf(name))) await storage.remove(key)
  }
}

/** The name of a page or tile without its numbers, and all others as they are. */
const stemOf = (name: string): string => name.replace(/(?:-\d+)+(?=\.webp$)/, '')

async function makeProof(
  deps: ProofDeps,
  { fileId, delays = 0 }: ProofJob,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const source = await findProofSource(deps.db, fileId)
  if (source === undefined) return
  try {
    await end(deps, fileId, await prove(deps, fileId, source))
  } catch (error) {
    if (isWorthWaiting(error, delays)) {
      const afterSeconds = pauseAfter(delays)
      await deps.jobs.send(
        deps.db,
        proofJobOf(source.kind),
        { fileId, delays: delays + 1 },
        { afterSeconds },
      )
      return
    }
    const isFinal = isPermanent(error)
    if (isFinal || isLastAttempt) await end(deps, fileId, 'failed')
    if (!isFinal) throw error
  }
}

async function end(
  { db, live, storage }: ProofDeps,
  fileId: string,
  how: KeptProof | 'none' | 'failed',
): Promise<void> {
  const shown = await recordProof(db, fileId, how)
  // Part of it may be there already: a film's marked copy, or the first pages.
  if (shown === undefined || typeof how === 'string') await removeProof(storage, fileId)
  if (shown !== undefined) live.projectMoved(shown.projectId, shown.userIds)
}

const prove = (
  deps: ProofDeps,
  fileId: string,
  { kind, fileName }: ProofSource,
): Promise<KeptProof | 'none'> =>
  withTempFile(deps.env.dataDir, async (file) => {
    if (!(await deps.storage.fetch(deliveredKey(fileId), file))) {
      throw new AppError('media.unreadable', 'We couldn’t find the file of this delivery.')
    }
    const making = { deps, fileId, file, objects: [] as string[] }
    if (kind === 'video') return proveFilm(making)
    if (kind === 'audio') return proveSound(making)
    if (kind === 'image') return provePicture(making)
    if (kind === 'pdf') return provePages(making)
    return kind === 'document' ? provePaper(making, fileName) : proveArchive(making)
  })

interface Making {
  deps: ProofDeps
  fileId: string
  file: string
  /** The names of what has been stored. */
  objects: string[]
}

/** Stores what `make` writes under this name. */
async function put<T>(
  { deps: { env, storage }, fileId, objects }: Making,
  name: string,
  make: (target: string) => Promise<T>,
): Promise<T> {
  return withTempFile(env.dataDir, async (target) => {
    const made = await make(target)
    await storage.putFile(deliveryProofKey(fileId, name), target)
    objects.push(name)
    return made
  })
}

async function proveFilm(making: Making): Promise<KeptProof> {
  const { deps, file, objects } = making
  const { video, imaging, env } = deps
  const { durationMs, isPlayable } = await video.look(file)
  const film = await withTempFile(env.dataDir, async (markFile) => {
    await imaging.mark(markFile)
    return put(making, PROOF_NAMES.film.marked, (proofFile) =>
      video.proof(file, { proofFile, markFile }, { durationMs }),
    )
  })
  if (!isPlayable)
    await put(making, PROOF_NAMES.film.plain, (target) => video.play(file, target, { durationMs }))
  const { width, height, hasSound, frames } = film
  return {
    film: { width, height, durationMs: film.durationMs, hasSound, frames, isPlayable },
    objects,
  }
}

async function proveSound(making: Making): Promise<KeptProof> {
  const { deps, file, objects } = making
  const { audio } = deps
  const { durationMs, isPlayable } = await audio.look(file)
  const peaks = await audio.peaks(file)
  await put(making, PROOF_NAMES.sound.marked, (target) => audio.proof(file, target))
  if (!isPlayable)
    await put(making, PROOF_NAMES.sound.plain, (target) => audio.play(file, target, { durationMs }))
  return { sound: { durationMs, peaks, isPlayable }, objects }
}

async function provePicture({ deps, fileId, file, objects }: Making): Promise<KeptProof | 'none'> {
  const { imaging, storage, env } = deps
  return withTempFolder(env.dataDir, async (folder) => {
    const { marked, plain } = PROOF_NAMES.picture
    const made = await imaging.pyramids(file, folder)
    if (made === null) return 'none'
    const { width, height, levels, tiles } = made
    const copies = tiles.flatMap((tile) => [
      { key: deliveryProofKey(fileId, marked, tile.place), copy: tile.marked },
      { key: deliveryProofKey(fileId, plain, tile.place), copy: tile.plain },
    ])
    await forEachConcurrently(copies, TILES_AT_ONCE, async ({ key, copy }) => {
      await storage.putFile(key, copy)
      objects.push(key.slice(deliveryPrefix(fileId).length))
    })
    return { picture: { width, height, size: TILE_SIZE, levels }, objects }
  })
}

/** A document becomes a PDF of its text first. */
const provePaper = (making: Making, fileName: string): Promise<KeptProof | 'none'> =>
  withTempFile(making.deps.env.dataDir, async (pdfFile) => {
    const all = await making.deps.documents.paper(making.file, pdfFile, { fileName })
    if (all === 0) return 'none'
    const made = await provePages({ ...making, file: pdfFile })
    // Those after the last one that is shown were not drawn.
    return made === 'none' ? 'none' : { ...made, pages: { sizes: made.pages?.sizes ?? [], all } }
  })

async function proveArchive({ deps, file, objects }: Making): Promise<KeptProof | 'none'> {
  const archive = await deps.documents.archive(file)
  return archive === null ? 'none' : { archive, objects }
}

async function provePages(making: Making): Promise<KeptProof | 'none'> {
  const { deps, file, objects } = making
  const sizes: NonNullable<KeptProof['pages']>['sizes'] = []
  let all = 0
  for (let from = 1; from <= Math.min(all || 1, MAX_PROOF_PAGES); from += PAGES_AT_ONCE) {
    const to = Math.min(from + PAGES_AT_ONCE - 1, MAX_PROOF_PAGES)
    const folder = await mkdtemp(path.join(deps.env.dataDir, 'pages-'))
    try {
      all = await deps.documents.pages(file, folder, { from, to })
      for (let page = from; page <= Math.min(to, all); page += 1) {
        const size = await provePage(making, page, path.join(folder, `${page}.jpg`))
        if (size === null) return 'none'
        sizes.push({ width: size.width, height: size.height })
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return { pages: { sizes, all }, objects }
}

async function provePage({ deps, fileId, objects }: Making, page: number, picture: string) {
  const { imaging, storage, env } = deps
  return withTempFile(env.dataDir, (previewFile) =>
    withTempFile(env.dataDir, async (pictureFile) => {
      const size = await imaging.preview(picture, { previewFile, pictureFile })
      const copies = {
        [PROOF_NAMES.page.marked]: previewFile,
        [PROOF_NAMES.page.plain]: pictureFile,
      }
      for (const [name, copy] of Object.entries(copies)) {
        const key = deliveryProofKey(fileId, name, page)
        await storage.putFile(key, copy)
        objects.push(key.slice(deliveryPrefix(fileId).length))
      }
      return size
    }),
  )
}
