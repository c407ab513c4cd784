import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import {
  answerShowing,
  askToShow,
  showInPortfolio,
} from '@plinth/contract/projects/showing-calls.ts'
import type { CategorySlug } from '@plinth/contract/choices.ts'
import { ingestFile } from '../../../core/media/intake/intake.ts'
import { deliveredKey } from '../../../core/media/media-rules.ts'
import type { Database } from '../../../db/pool.ts'
import { withTempFile } from '../../../gateways/files.ts'
import { AppError, invalidField } from '../../../http/errors.ts'
import type { Mount } from '../../../http/mount.ts'
import { whileAwaited } from '../../../http/waiting.ts'
import { dayOf, today, wrongState } from '../project-rules.ts'
import { runStep, beginStep, type ProjectContext, type Step } from '../project-steps.ts'
import { addEvent } from '../project-write-queries.ts'
import { readRoom } from '../room/project-read-queries.ts'
import {
  findCategory,
  findClientName,
  findDelivered,
  findShowing,
  insertShowing,
  noteShownWork,
  updateShowing,
  type DeliveredFile,
  type HeldShowing,
} from './showing-queries.ts'

/** A draft made of files that were delivered. */
export interface DeliveredWork {
  creatorId: string
  title: string
  category: CategorySlug
  /** The first one is its cover. */
  files: { mediaId: string; isPicture: boolean }[]
  /** The client's name where they may be named. */
  clientName: string | null
  now: Date
}

/** Makes the draft, in the transaction. Returns its id. */
export type AddDeliveredWork = (trx: Database, work: DeliveredWork) => Promise<string>

/** From a completed project to the creator's portfolio, if the client lets them. */
export function registerShowings(
  mount: Mount,
  context: ProjectContext,
  addWork: AddDeliveredWork,
): void {
  const { deps } = context
  const { db } = deps

  mount(askToShow, async ({ params: { id }, viewer }) => {
    await runStep(context, { id, viewer, by: 'creator' }, async (step) => {
      const { trx, project, now, actor } = step
      if (project.status !== 'completed') throw wrongState(project.status)
      if ((await findShowing(trx, id)) !== undefined) return
      await insertShowing(trx, id, now)
      await addEvent(trx, project, { kind: 'show_asked', by: actor.by, actorId: actor.id }, now)
    })
    return readRoom(context, id, viewer)
  })

  mount(answerShowing, async ({ params: { id }, body, viewer }) => {
    const { answer, namesClient = false } = body
    const showFrom = firstDay(body, deps.now())
    if (namesClient && answer === 'never')
      throw invalidField('namesClient', 'Nobody is named where nothing is shown.')
    await runStep(context, { id, viewer, by: 'client' }, async (step) => {
      const before = await asked(step)
      if (before.workId !== null)
        throw new AppError('conflict', 'It’s already in their portfolio. Write to them about it.')
      const { trx, project, now, actor } = step
      const isSame =
        before.answer === answer &&
        before.showFrom === showFrom &&
        before.namesClient === namesClient
      if (isSame) return
      await updateShowing(trx, id, { answer, showFrom, namesClient }, now)
      await addEvent(trx, project, { kind: 'show_answered', by: actor.by, actorId: actor.id }, now)
    })
    return readRoom(context, id, viewer)
  })

  mount(showInPortfolio, async ({ params: { id }, body, viewer, reply }) => {
    // Files are read before the project is locked, because that takes its time.
    const found = await db.transaction().execute(async (trx) => {
      const step = await beginStep(context, trx, { id, viewer, by: 'creator' })
      const showing = await mayBeShown(step)
      if (showing.workId !== null) return null
      return {
        title: step.project.title,
        files: filesToShow(await findDelivered(trx, id, body.fileIds), body.fileIds),
        category: await findCategory(trx, id),
      }
    })
    if (found !== null) {
      if (!viewer.isCreator)
        throw new AppError('creator.required', 'You need an active creator account to do this.')
      const signal = whileAwaited(reply)
      const files: DeliveredWork['files'] = []
      for (const file of found.files)
        files.push({
          mediaId: await copyDelivered(context, { file, ownerId: viewer.id, signal }),
          isPicture: file.kind === 'image',
        })
      await runStep(context, { id, viewer, by: 'creator' }, async (step) => {
        const { workId, namesClient } = await mayBeShown(step)
        // Two windows: the files of the second are deleted like all that nothing shows.
        if (workId !== null) return
        const { title, category } = found
        const { clientId } = step.project
        const clientName = namesClient ? await findClientName(step.trx, clientId) : null
        const work = { creatorId: viewer.id, title, category, files, clientName, now: step.now }
        await noteShownWork(step.trx, id, await addWork(step.trx, work))
      })
    }
    return readRoom(context, id, viewer)
  })
}

/** The question, which the creator has asked. */
async function asked({ trx, project }: Step): Promise<HeldShowing> {
  const showing = await findShowing(trx, project.id)
  if (showing === undefined) throw new AppError('conflict', 'Nobody has asked to show this yet.')
  return showing
}

/** The same, if the client lets them by now. */
async function mayBeShown(step: Step): Promise<HeldShowing> {
  const showing = await asked(step)
  const { answer, showFrom } = showing
  if (answer === null) throw new AppError('conflict', 'Your client hasn’t answered yet.')
  if (answer === 'never') throw new AppError('conflict', 'Your client doesn’t want this shown.')
  if (showFrom !== null && showFrom > today(step.now))
    throw new AppError('conflict', `Your client lets you show this from ${showFrom} on.`)
  return showing
}

/** The day from which it may be shown; null unless the answer is `later`. */
function firstDay(
  { answer, showFrom }: Pick<BodyOf<typeof answerShowing>, 'answer' | 'showFrom'>,
  now: Date,
): string | null {
  if (answer !== 'later') {
    if (showFrom === undefined) return null
    throw invalidField('showFrom', 'Only “later” has a day.')
  }
  if (showFrom === undefined) throw invalidField('showFrom', 'Choose a day.')
  const day = dayOf(showFrom, now, 'showFrom')
  if (day === today(now)) throw invalidField('showFrom', 'Choose a day after today.')
  return day
}

function filesToShow(files: DeliveredFile[], named: readonly string[]): DeliveredFile[] {
  if (files.length < named.length)
    throw invalidField('fileIds', 'Choose files of the last delivery of this project.')
  for (const { kind, bytes, fileName } of files) {
    if (kind === 'other') throw invalidField('fileIds', `“${fileName}” can’t be shown on Plinth.`)
    if (bytes > MAX_MEDIA_BYTES)
      throw invalidField('fileIds', `“${fileName}” is too large for a portfolio.`)
  }
  return files
}

interface Copied {
  file: DeliveredFile
  ownerId: string
  signal: AbortSignal
}

/** A delivered file as a file of the creator's, without its location. Returns the id of the media. */
const copyDelivered = (
  { deps }: ProjectContext,
  { file: { id, fileName }, ownerId, signal }: Copied,
): Promise<string> =>
  withTempFile(deps.env.dataDir, async (file) => {
    if (!(await deps.storage.fetch(deliveredKey(id), file)))
      throw new Error(`delivered file ${id} has no object`)
    return ingestFile(deps, { ownerId, fileName, file, asDocument: true, signal })
  })
