import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Milliseconds since 1970 with fractions, comparable between the processes of a machine. */
export const now = (): number => performance.timeOrigin + performance.now()

/** Somebody with a live stream open, and the server it is open at. */
export interface Reader {
  url: string
  cookie: string
}

/** An event about a conversation that arrived over a stream. */
export interface StreamEvent {
  /** Index of the reader. */
  reader: number
  conversationId: string
  /** Milliseconds since 1970. */
  at: number
}

export type ReadersRequest = { open: Reader[] } | 'report'
export type ReadersReport =
  | { opened: number }
  | { events: StreamEvent[]; lost: number }
  | { failure: string }

export interface Readers {
  /** The events since the streams were opened, and how many streams have ended. */
  report: () => Promise<{ events: StreamEvent[]; lost: number }>
  close: () => void
}

/** Opens a stream for every reader, in a worker process. Resolves once all of them have been greeted. */
export async function openReaders(readers: readonly Reader[]): Promise<Readers> {
  const child = fork(path.join(import.meta.dirname, 'readers-process.ts'))
  const ask = async (request: ReadersRequest) => {
    child.send(request)
    const ended = once(child, 'exit').then(() => {
      throw new Error('The readers’ process has ended.')
    })
    const [report] = (await Promise.race([once(child, 'message'), ended])) as [ReadersReport]
    if ('failure' in report) throw new Error(report.failure)
    return report
  }
  await ask({ open: [...readers] })
  return {
    report: async () => {
      const report = await ask('report')
      if (!('events' in report)) throw new Error('The readers’ process sent no events.')
      return report
    },
    close: () => child.kill(),
  }
}
