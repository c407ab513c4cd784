import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Who holds a stream, and where. */
export interface Reader {
  url: string
  cookie: string
}

/** A conversation that was said to have moved. */
export interface Heard {
  /** Place of the reader. */
  reader: number
  conversationId: string
  /** Milliseconds since 1970. */
  at: number
}

export type ReadersAsked = { open: Reader[] } | 'report'
export type ReadersTold =
  | { opened: number }
  | { heard: Heard[]; lost: number }
  | { failure: string }

export interface Readers {
  /** What was heard since they were opened, and how many streams have ended. */
  report: () => Promise<{ heard: Heard[]; lost: number }>
  close: () => void
}

/** People with a stream open each, in a process of their own; resolves once all were greeted. */
export async function openReaders(readers: readonly Reader[]): Promise<Readers> {
  const child = fork(path.join(import.meta.dirname, 'readers-process.ts'))
  const ask = async (asked: ReadersAsked) => {
    child.send(asked)
    const ended = once(child, 'exit').then(() => {
      throw new Error('Those who read have ended.')
    })
    const [told] = (await Promise.race([once(child, 'message'), ended])) as [ReadersTold]
    if ('failure' in told) throw new Error(told.failure)
    return told
  }
  await ask({ open: [...readers] })
  return {
    report: async () => {
      const told = await ask('report')
      if (!('heard' in told)) throw new Error('Those who read do not know what they heard.')
      return told
    },
    close: () => child.kill(),
  }
}
