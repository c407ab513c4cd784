/** The thread of media-visitors.ts: whatever else the bench does, visits begin when they are due. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Visit, VisitorsTask, VisitorsTold } from './visitors.ts'

const { visits, perSecond } = workerData as VisitorsTask
const times = new Map<string, number[]>()
const begun = performance.now()
let since = begun
let sent = 0
let failure: string | null = null

/** Times count from when a visit was due: one that could not even begin has waited as well. */
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
  const told: VisitorsTold = { failure, seconds: (performance.now() - since) / 1_000, times }
  parentPort?.postMessage(told, [])
  since = performance.now()
  times.clear()
})
