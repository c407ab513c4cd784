import { readFile } from 'node:fs/promises'
import {
  decideOnVersion,
  picksSheetUrl,
  setProofPicks,
  type FileDecision,
} from '@plinth/contract/proofing/decisions.ts'
import { deliveryPictureKey, deliveryPreviewKey } from '../../../core/media/media-rules.ts'
import { archiveName, attachmentAs, isMediaId } from '../../../core/media/names.ts'
import type { Context, Deps } from '../../../deps.ts'
import { withTempFile } from '../../../gateways/files.ts'
import { AppError, notFound, orNotFound } from '../../../http/errors.ts'
import { viewerOf } from '../../../http/viewer.ts'
import { hashFile } from '../delivery/delivery-hash-jobs.ts'
import {
  findDecided,
  findPickFacts,
  findPickSheet,
  putDecision,
  putPicks,
  readDecision,
  type PickSheet,
} from './decision-queries.ts'
import { callerOf } from './guests/guest-rules.ts'
import type { RunRoomStep } from './proofing-steps.ts'

const conflict = (message: string) => new AppError('conflict', message)

/** Registers what the client says of each file, and which files they choose. */
export function registerDecisions(
  { app, mount, deps }: Pick<Context, 'app' | 'mount' | 'deps'>,
  runStep: RunRoomStep,
): void {
  mount(decideOnVersion, async ({ params: { id, versionId }, body, viewer, request }) => {
    const caller = callerOf(request, viewer, deps.now())
    const note = body.note?.trim() ?? ''
    /** Returns null if nobody has read the SHA-256 of the file yet. */
    const decide = (): Promise<FileDecision | null> =>
      runStep({ id, viewer: caller, right: 'decide' }, async ({ trx, room, by }) => {
        const decided = orNotFound(await findDecided(trx, { roomId: id, versionId }))
        if (!decided.isOpen) throw settled()
        if (!decided.isHashed) return null
        const { verdict } = body
        const { change } = room
        await putDecision(trx, { roomId: id, versionId, by, verdict, note, change })
        return orNotFound(await readDecision(trx, { versionId, by }))
      })
    const done = await decide()
    if (done !== null) return done
    await hashFile(deps, versionId)
    const later = await decide()
    if (later === null) throw conflict('We couldn’t read this file. Try again in a minute.')
    return later
  })

  mount(setProofPicks, ({ params: { id }, body, viewer, request }) =>
    runStep(
      { id, viewer: callerOf(request, viewer, deps.now()), right: 'pick' },
      async ({ trx, room }) => {
        const thingIds = [...new Set(body.thingIds.map((one) => one.toLowerCase()))]
        const facts = orNotFound(await findPickFacts(trx, { roomId: id, thingIds }))
        if (!facts.isOpen) throw settled()
        if (facts.most === null)
          throw conflict('All files are in the price, so there is nothing to pick.')
        if (facts.pickedAt > body.change)
          throw conflict('The picks have changed meanwhile. Look at them and try again.')
        if (thingIds.length > facts.most)
          throw conflict(`You have ${facts.most}. Take one out to add this.`)
        if (!facts.areThings) throw notFound()
        return orNotFound(await putPicks(trx, { roomId: id, thingIds, change: room.change }))
      },
    ),
  )

  app.get<{ Params: { id: string } }>(
    picksSheetUrl(':id'),
    // A HEAD request would draw everything.
    { ...mount.guard({ access: 'member' }), schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const { id } = request.params
      if (!isMediaId(id)) throw notFound()
      const asked = { roomId: id, userId: viewerOf(request).id }
      const sheet = orNotFound(await findPickSheet(deps.db, asked))
      if (sheet.picks.length === 0) throw notFound()
      const { title, creator, most, picks } = sheet
      // What draws PDFs takes 12 MB, and few servers are asked for one.
      const { drawContactSheet } = await import('../../../gateways/paper/sheet.ts')
      void reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': attachmentAs(`${archiveName(title)}, picks.pdf`),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      const counted = most === null ? `${picks.length} picks` : `${picks.length} of ${most} picks`
      return reply.send(
        drawContactSheet({
          title,
          facts: [`Delivered by ${creator}`, counted],
          items: picks.map((pick, at) => ({
            title: `${at + 1}. ${pick.fileName}`,
            maker: `Version ${pick.version}`,
            note: '',
            picture: () => pictureOf(deps, sheet, pick),
          })),
          footer: `${title} · ${deps.now().toISOString().slice(0, 10)}`,
        }),
      )
    },
  )
}

const settled = () =>
  conflict('The delivery is approved, so what was decided and picked stays as it is.')

/** The preview of a pick, as the viewer may see it; null if there is none. */
function pictureOf(
  { storage, env }: Pick<Deps, 'storage' | 'env'>,
  { isOpen }: PickSheet,
  { id, hasPreview, hasPicture }: PickSheet['picks'][number],
): Promise<Buffer | null> {
  if (!hasPreview) return Promise.resolve(null)
  const key = isOpen && hasPicture ? deliveryPictureKey(id) : deliveryPreviewKey(id)
  return withTempFile(env.dataDir, async (file) => {
    if (!(await storage.fetch(key, file))) return null
    const { jpegOf } = await import('../../../gateways/paper/jpeg.ts')
    return jpegOf(await readFile(file))
  })
}
