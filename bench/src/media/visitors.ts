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

export interface VisitTimes {
  seconds: number
  /** Milliseconds of each visit, by the visit's name. */
  times: Map<string, number[]>
}

export interface VisitsReport extends VisitTimes {
  failure: string | null
}

/** Visitors who arrive at a fixed rate, whether or not earlier ones have been served. */
export interface Visitors {
  /** The visits since the previous call. */
  take: () => Promise<VisitTimes>
  stop: () => Promise<unknown>
}

export function sendVisitors(visits: readonly Visit[], perSecond: number): Visitors {
  const workerData: VisitorsTask = { visits, perSecond }
  const thread = new Worker(new URL('visitors-thread.ts', import.meta.url), { workerData })
  return {
    take: async () => {
      thread.postMessage('take', [])
      const [report] = (await once(thread, 'message')) as [VisitsReport]
      if (report.failure !== null) throw new Error(report.failure)
      return report
    },
    stop: () => thread.terminate(),
  }
}
