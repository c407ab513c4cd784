import { answerCredit, listCredits } from '@plinth/contract/portfolios/credits.ts'
import {
  getDraft,
  getRevision,
  listRevisions,
  publishDraft,
  saveDraft,
} from '@plinth/contract/portfolios/drafts.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { getCaseStudy, type Block } from '@plinth/contract/portfolios/studies.ts'
import { isFilled } from '@plinth/contract/http/filled.ts'
import { MARK } from '../../../core/media/media-rules.ts'
import { removeMediaIfUnused } from '../../../core/media/objects.ts'
import type { Database } from '../../../db/pool.ts'
import type { Context } from '../../../deps.ts'
import { AppError, invalidField, orNotFound } from '../../../http/errors.ts'
import { BuiltJson } from '../../../http/mount.ts'
import { updateWork } from '../portfolio-write-queries.ts'
import { findCredits, setCredit, writeCredits } from './credit-queries.ts'
import {
  findDraft,
  findRevision,
  findRevisions,
  findUnusable,
  isCoverElsewhere,
  lockDraft,
  lockToPublish,
  writeDraft,
  writePublished,
  type Content,
  type OwnWork,
} from './draft-queries.ts'
import { findStudy } from './study-queries.ts'
import { checkBlocks, linesOf, publishedBlocks, shotsOf, storedBlocks } from './study-rules.ts'

const savedElsewhere = () =>
  new AppError(
    'conflict',
    'This page was saved in another window since you opened it. Load that version, or keep yours.',
  )

interface StudyDeps {
  readItem: (viewerId: string, id: string) => Promise<PortfolioItem>
  /** Called after lists of works may have changed. */
  onChange: () => void
}

export function registerCaseStudies(
  { mount, deps }: Pick<Context, 'mount' | 'deps'>,
  { readItem, onChange }: StudyDeps,
): void {
  const { db, env, jobs, now } = deps

  mount.hot(getCaseStudy, ({ who, params }) => findStudy(deps.reads, who, params.id))

  mount(
    getDraft,
    async ({ params: { id }, viewer }) =>
      new BuiltJson(orNotFound(await findDraft(db, { id, creatorId: viewer.id }))),
  )
  mount(listRevisions, async ({ params: { id }, viewer }) =>
    orNotFound(await findRevisions(db, { id, creatorId: viewer.id })),
  )
  mount(getRevision, async ({ params: { id, revision }, viewer }) =>
    orNotFound(await findRevision(db, { id, creatorId: viewer.id }, revision)),
  )

  mount(saveDraft, async ({ params: { id }, body: { base, ...sent }, viewer }) => {
    const work = { id, creatorId: viewer.id }
    const content: Content = {
      title: sent.title.toWellFormed(),
      description: sent.description.toWellFormed(),
      coverId: sent.coverId.toLowerCase(),
      blocks: storedBlocks(sent.blocks),
    }
    checkBlocks(content.blocks)
    const savedAt = now()
    return db.transaction().execute(async (trx) => {
      const held = orNotFound(await lockDraft(trx, work, content))
      // It was sent before, and its answer was lost.
      if (held.isSame && held.revision > 0)
        return { revision: held.revision, savedAt: held.savedAt.toISOString() }
      if (held.revision !== base) throw savedElsewhere()
      await checkFiles(trx, work, { content, covers: [held.mediaId, held.coverId] })
      const mediaIds = mediaIdsOf(content.blocks, content.coverId)
      const revision = await writeDraft(trx, id, content, { mediaIds, now: savedAt })
      return { revision, savedAt: savedAt.toISOString() }
    })
  })

  mount(publishDraft, async ({ params: { id }, body: { revision }, viewer }) => {
    const work = { id, creatorId: viewer.id }
    await db.transaction().execute(async (trx) => {
      const page = orNotFound(await lockToPublish(trx, work))
      if (page === 'unsaved' || page.revision !== revision) throw savedElsewhere()
      if (page.publishedRevision === revision) return
      const title = page.title.trim()
      if (!isFilled(title)) throw invalidField('title', 'Give your work a title.')
      const isNewCover = page.coverId !== page.mediaId
      if (isNewCover && (await isCoverElsewhere(trx, { mediaId: page.coverId, workId: id })))
        throw coverElsewhere('conflict')
      const blocks = publishedBlocks(page.blocks)
      await writePublished(trx, id, { blocks, mediaIds: mediaIdsOf(blocks), now: now() })
      await updateWork(trx, id, {
        title,
        description: page.description.trim(),
        hasCaseStudy: blocks.length > 0,
        ...(isNewCover ? { mediaId: page.coverId } : {}),
      })
      const named = linesOf(blocks).flatMap((line) => ('personId' in line ? [line] : []))
      // The files follow the work's rights soon, so that nobody waits for it.
      await jobs.send(trx, MARK, {})
      if (isNewCover) await removeMediaIfUnused(deps, trx, page.mediaId)
      await writeCredits(trx, env, { workId: id, creatorId: viewer.id }, named)
    })
    onChange()
    return readItem(viewer.id, id)
  })

  mount(listCredits, ({ viewer }) => findCredits(db, viewer.id))
  mount(answerCredit, async ({ params: { id }, body: { state }, viewer }) =>
    db
      .transaction()
      .execute(async (trx) => orNotFound(await setCredit(trx, { id, personId: viewer.id, state }))),
  )
}

const coverElsewhere = (code: 'conflict' | 'input.invalid'): AppError => {
  const sentence = 'This file is the cover of another work. Choose another one.'
  return code === 'conflict'
    ? new AppError('conflict', sentence)
    : invalidField('coverId', sentence)
}

const mediaIdsOf = (blocks: readonly Block[], ...more: string[]): string[] => [
  ...new Set([...more, ...shotsOf(blocks).map(({ mediaId }) => mediaId)]),
]

interface Checked {
  content: Content
  /** The present covers, of the draft and of what others see. */
  covers: readonly string[]
}

/** Throws a 400 that names a file which this person can't show, or a cover that is none of the page's files. */
async function checkFiles(
  trx: Database,
  { id, creatorId }: OwnWork,
  { content: { coverId, blocks }, covers }: Checked,
): Promise<void> {
  const shots = shotsOf(blocks)
  if (!covers.includes(coverId)) {
    if (!shots.some(({ mediaId }) => mediaId === coverId))
      throw invalidField('coverId', 'Choose one of the files on this page as its cover.')
    if (await isCoverElsewhere(trx, { mediaId: coverId, workId: id }))
      throw coverElsewhere('input.invalid')
  }
  const mediaIds = mediaIdsOf(blocks)
  const unusable = await findUnusable(trx, { mediaIds, ownerId: creatorId })
  const first = shots.find(({ mediaId }) => unusable.has(mediaId))
  if (first !== undefined)
    throw invalidField(first.field, 'This file can’t be shown. Take it out, or upload it again.')
}
