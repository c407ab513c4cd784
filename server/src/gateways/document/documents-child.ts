/**
 * The worker process of documents.ts. PDF.js computes without a pause, so it runs in a thread of its own while the main
 * thread watches its time and memory.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal, serveTasks } from '../process/tasks.ts'
import {
  DAMAGED_DOCUMENT,
  type DocumentTasks,
  type ThreadAnswer,
  type ThreadRequest,
} from './documents-tasks.ts'

const MAX_RSS_BYTES = 1024 ** 3

const TOO_MUCH = 'This document needs too much memory. Make it smaller and upload it again.'

let thread: Worker | null = null

function startThread(): Worker {
  const started = new Worker(new URL('documents-thread.ts', import.meta.url), {
    // Drawings must look the same on every machine.
    env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
  })
  started.on('exit', () => {
    if (thread === started) thread = null
  })
  return started
}

/** Runs one task. The worker sends them one at a time. */
async function inThread(request: ThreadRequest): Promise<unknown> {
  thread ??= startThread()
  thread.postMessage(request, [])
  const answer = await answerOf(thread)
  if ('refusal' in answer) throw new Refusal(answer.refusal)
  if ('code' in answer) throw Object.assign(new Error('in the thread'), { code: answer.code })
  return answer.value
}

async function answerOf(working: Worker): Promise<ThreadAnswer> {
  try {
    const [answer] = (await once(working, 'message')) as [ThreadAnswer]
    return answer
  } catch (error) {
    // The thread has crashed. The next task gets a new one.
    const { code } = error as { code?: unknown }
    return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { refusal: TOO_MUCH } : { code }
  }
}

const inThreadTask =
  <K extends keyof DocumentTasks>(kind: K) =>
  (task: Parameters<DocumentTasks[K]>[0]) =>
    inThread({ kind, task }) as ReturnType<DocumentTasks[K]>

serveTasks<DocumentTasks>(
  {
    inspectPdf: inThreadTask('inspectPdf'),
    inspectText: inThreadTask('inspectText'),
    drawPdf: inThreadTask('drawPdf'),
    drawPages: inThreadTask('drawPages'),
    readComments: inThreadTask('readComments'),
    layOut: inThreadTask('layOut'),
    listArchive: inThreadTask('listArchive'),
    drawSheet: inThreadTask('drawSheet'),
    drawWaveform: inThreadTask('drawWaveform'),
  },
  { damaged: DAMAGED_DOCUMENT, maxRssBytes: MAX_RSS_BYTES },
)
