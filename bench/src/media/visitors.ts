import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Visit {
  name: string
  url: string
}

export interface VisitorsTask {
  visits: readonly Visit[]
  perSecond: number
}

export interface Visited {
  seconds: number
  /** Milliseconds of every visit, by its name. */
  times: Map<string, number[]>
}

export interface VisitorsTold extends Visited {
  failure: string | null
}

/** People who come by, so many a second whether they are answered or not. */
export interface Visitors {
  /** What has been since it was asked last. */
  take: () => Promise<Visited>
  stop: () => Promise<unknown>
}

export function sendVisitors(visits: readonly Visit[], perSecond: number): Visitors {
  const workerData: VisitorsTask = { visits, perSecond }
  const thread = new Worker(new URL('visitors-thread.ts', import.meta.url), { workerData })
  return {
    take: async () => {
      thread.postMessage('take', [])
      const [told] = (await once(thread, 'message')) as [VisitorsTold]
      if (told.failure !== null) throw new Error(told.failure)
      return told
    },
    stop: () => thread.terminate(),
  }
}
