/** The worker thread of visitors.ts: visits start on time, whatever else the bench is doing. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Visit, VisitorsTask, VisitsReport } from './visitors.ts'

const { visits, perSecond } = workerData as VisitorsTask
const times = new Map<string, number[]>()
const begun = performance.now()
let since = begun
let sent = 0
let failure: string | null = null

/** Measures from when the visit was due, so that waiting to start counts too. */
async function visit({ name, url }: Visit, due: number): Promise<void> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    const list = times.get(name) ?? []
    list.push(performance.now() - due)
    times.set(name, list)
  } catch (error) {
    const { message, cause } = error as Error
    failure ??= `${url}: ${(cause as Error | undefined)?.message ?? message}`
  }
}

setInterval(() => {
  for (;;) {
    const due = begun + (sent * 1_000) / perSecond
    const next = visits[sent % visits.length]
    if (due > performance.now() || next === undefined) return
    sent += 1
    void visit(next, due)
  }
}, 1)

parentPort?.on('message', () => {
  const report: VisitsReport = { failure, seconds: (performance.now() - since) / 1_000, times }
  parentPort?.postMessage(report, [])
  since = performance.now()
  times.clear()
})
