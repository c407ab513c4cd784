import path from 'node:path'
import Fastify from 'fastify'
import { takeIn } from '../src/core/media/media-intake.ts'
import { registerMediaJobs } from '../src/core/media/media-jobs.ts'
import type { MediaDeps } from '../src/core/media/media-objects.ts'
import { RENDER } from '../src/core/media/media-rules.ts'
import type { Jobs } from '../src/jobs/queue.ts'
import { findPicture } from './demo-queries.ts'

export type PictureDeps = Omit<MediaDeps, 'jobs' | 'live'>

export interface Pictures {
  /** Takes in a file of the world and makes its renditions; answers the media's id. */
  takeIn: (picture: { ownerId: string; file: string; alt: string }) => Promise<string>
}

/** The server's own way with uploads, with its jobs done here and now. */
export function createPictures(given: PictureDeps, folder: string): Pictures {
  const { jobs, run } = createJobsHere()
  // Nobody is there yet.
  const deps = { ...given, jobs, live: { mediaMoved: () => undefined } }
  registerMediaJobs(Fastify(), deps)

  return {
    takeIn: async ({ ownerId, file, alt }) => {
      const fileName = path.basename(file)
      const id =
        (await findPicture(deps.db, ownerId, fileName)) ??
        (await takeIn(deps, { ownerId, fileName, alt, file: path.join(folder, file) }))
      await run(RENDER, { mediaId: id })
      return id
    },
  }
}

/** Jobs that are run by hand: sending one does nothing. */
function createJobsHere() {
  const handlers = new Map<string, Parameters<Jobs['work']>[1]>()
  const jobs: Jobs = {
    work: (name, handler) => {
      handlers.set(name, handler as Parameters<Jobs['work']>[1])
    },
    publish: () => Promise.resolve(),
    send: () => Promise.resolve(),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  }
  const run = async (name: string, data: object) => {
    const handler = handlers.get(name)
    if (handler === undefined) throw new Error(`Nobody does ${name}.`)
    // A failure stays an exception: the next run of the seed tries again.
    await handler(data, { attempt: 1, isLastAttempt: false })
  }
  return { jobs, run }
}
