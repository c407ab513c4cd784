import {
  finishUpload,
  uploadMedia,
  type Arrived,
  type Media,
} from '@plinth/contract/media/media.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { idParams } from '@plinth/contract/http/scalars.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import type { FastifyReply, FastifyRequest, RouteOptions, FastifyInstance } from 'fastify'
import { Object as ObjectOf } from 'typebox'
import { newId } from '../../db/id.ts'
import type { Context } from '../../deps.ts'
import { orNotFound } from '../../http/errors.ts'
import { sessionEnded } from '../../http/admission.ts'
import { takeRawBodies } from '../../http/bodies.ts'
import { Later } from '../../http/mount.ts'
import { tokenHashOf } from '../../http/viewer.ts'
import { findMedia } from '../media/media-queries.ts'
import { mediaView } from '../media/media-view.ts'
import { createStaging } from './create.ts'
import { takeBody } from './body.ts'
import { discard, finish, isRefusal, lookName, type FinishKey } from './finish.ts'
import { UploadLocks } from './locks.ts'
import { createLooks } from './looks.ts'
import { mediaUploads, type UploadPurposes } from './purpose.ts'
import { TUS_VERSION, answerTus } from './tus.ts'
import type { MediaDeps } from '../media/objects.ts'
import type { Staging } from './staging.ts'
import { deleteStaleUploads } from './upload-queries.ts'

/** Chunks of files arrive more often than other calls, so they have a rate limit of their own. */
const CHUNKS_PER_CALL = 5

const ABOUT = `Resumable uploads by the tus protocol ${TUS_VERSION} (https://tus.io; creation, creation-with-upload, termination): `

type Route = Pick<RouteOptions, 'method' | 'url' | 'schema' | 'config'>

export interface Uploads {
  /** Completes an upload, once. Throws 404 when its owner has no such upload. */
  finish: (key: FinishKey) => Promise<void>
}

export function registerUploads(
  { app, mount, deps, cookies, findViewer }: Context,
  forFeatures: Omit<UploadPurposes, 'media'>,
): Uploads {
  const { db, env } = deps
  const locks = new UploadLocks()
  const staging = createStaging(deps)
  const purposes = { ...forFeatures, media: mediaUploads(deps) }
  const tusDeps = { db, env, staging, locks, purposes }
  const looks = createLooks()
  const finishWithin = async (key: FinishKey, patienceMs: number): Promise<boolean> => {
    try {
      const work = (signal: AbortSignal) => finish(tusDeps, key, signal)
      const isDone = await looks.isDone(lookName(key), work, patienceMs)
      if (isDone) await discard(tusDeps, key)
      return isDone
    } catch (error) {
      if (isRefusal(error)) await discard(tusDeps, key)
      throw error
    }
  }
  registerUploadJobs(app, { ...deps, staging })
  app.addHook('onReady', () => staging.open())
  // Runs before the server waits for open requests: a chunk on a slow connection takes minutes and can be sent again.
  app.addHook('preClose', async () => locks.releaseAll())

  const answerOf = async (key: FinishKey, isDone: boolean): Promise<Media | Later<Arrived>> => {
    const { id, ownerId, asDocument } = key
    if (isDone) return mediaView(orNotFound(await findMedia(db, { mediaId: id, ownerId })))
    const location = endpointUrl(finishUpload, { params: { id }, query: { asDocument } })
    return new Later({ id, state: 'uploaded' }, { location, 'retry-after': '2' })
  }

  mount(finishUpload, async ({ params, query, viewer }) => {
    const key = { id: params.id.toLowerCase(), ownerId: viewer.id, projectId: null, ...query }
    return answerOf(key, await finishWithin(key, env.uploadPatience))
  })

  mount(uploadMedia, async ({ body, query, viewer, request }) => {
    const key = { ...query, id: newId(), ownerId: viewer.id, projectId: null }
    const announcedBytes = Number(request.headers['content-length'] ?? 0)
    return answerOf(
      key,
      await takeBody({ ...deps, looks, staging }, { ...key, body, announcedBytes }),
    )
  })

  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ 'tus-resumable': TUS_VERSION, 'cache-control': 'no-store' })
    if (request.method === 'OPTIONS') return
    const hash = tokenHashOf(request, cookies)
    request.viewer = hash === null ? null : await findViewer(hash)
    if (request.viewer === null) throw sessionEnded(cookies)
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = request.params as { id?: string }
    const { status, headers } = await answerTus(tusDeps, {
      raw: request.raw,
      id: id?.toLowerCase() ?? null,
      ownerId: request.viewer?.id ?? '',
    })
    return reply.code(status).headers(Object.fromEntries(headers)).send()
  }

  void app.register(async (scope) => {
    takeRawBodies(scope)
    const chunkLimit = { rateLimit: { max: env.rateLimitPerMinute * CHUNKS_PER_CALL } }
    for (const route of routes(chunkLimit)) {
      const config = { ...route.config, finds: 'session' as const }
      scope.route({ ...route, config, onRequest: admit, handler: answer })
    }
  })
  return {
    // A delivery's file is kept as it is, which takes as long as copying it.
    finish: async (key) => void (await finishWithin(key, Infinity)),
  }
}

function routes(config: object): Route[] {
  const one = { url: `${UPLOADS_PATH}/:id`, config }
  const schemaOf = (summary: string) => ({ summary: ABOUT + summary, params: ObjectOf(idParams) })
  return [
    {
      method: 'POST',
      url: UPLOADS_PATH,
      schema: {
        summary: `${ABOUT}start one. Upload-Length is its size in bytes, Upload-Metadata holds its filename. For a delivery add purpose (delivery) and project (its id), for proof in a case purpose (evidence) and case (its id). Send the bytes to Location, whose last part becomes the id of the media.`,
      },
    },
    { ...one, method: 'HEAD', schema: { ...schemaOf(''), hide: true } },
    {
      ...one,
      method: 'PATCH',
      schema: schemaOf('send the bytes from Upload-Offset on. HEAD returns that offset.'),
    },
    { ...one, method: 'DELETE', schema: schemaOf('cancel it and delete what has arrived.') },
    { method: 'OPTIONS', url: UPLOADS_PATH, schema: { hide: true } },
    { ...one, method: 'OPTIONS', schema: { hide: true } },
  ]
}

export const SWEEP_UPLOADS = 'uploads.sweep'
const EVERY_TEN_MINUTES = '*/10 * * * *'

type SweepDeps = Pick<MediaDeps, 'db' | 'jobs'> & { staging: Staging }

function registerUploadJobs(app: FastifyInstance, deps: SweepDeps): void {
  deps.jobs.work(SWEEP_UPLOADS, () => sweep(deps), { schedule: EVERY_TEN_MINUTES })
  app.addHook('onListen', () => deps.jobs.send(deps.db, SWEEP_UPLOADS, {}))
}

/** Removes abandoned uploads, and bytes whose row was deleted before they could be removed. */
async function sweep({ db, staging }: SweepDeps): Promise<void> {
  for (const id of await deleteStaleUploads(db)) await staging.remove(id)
  for await (const { remove } of staging.leftovers()) await remove()
}
