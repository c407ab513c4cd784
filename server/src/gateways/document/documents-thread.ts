/** The thread of documents-child.ts. It opens files that anyone may have sent, and may never finish. */
import { parentPort } from 'node:worker_threads'
import { Refusal } from '../process/tasks.ts'
import { inspectText } from './text.ts'
import type { DocumentTasks, ThreadAnswer, ThreadRequest } from './documents-tasks.ts'
import { drawSheet } from '../drawing/sheet.ts'
import { drawWaveform } from '../drawing/waveform.ts'
import { drawPages, drawPdf, inspectPdf, readComments } from './pdf.ts'

const handlers: DocumentTasks = {
  inspectPdf,
  inspectText,
  drawPdf,
  drawPages,
  readComments,
  // Most threads never need these, and their libraries take memory.
  layOut: async (task) => (await import('./papers.ts')).layOut(task),
  listArchive: async (task) => (await import('./archive.ts')).listArchive(task),
  drawSheet,
  drawWaveform,
}

parentPort?.on('message', ({ kind, task }: ThreadRequest) => {
  const handler = handlers[kind] as (task: unknown) => Promise<unknown>
  void answer(() => handler(task)).then((message) => parentPort?.postMessage(message, []))
})

async function answer(work: () => Promise<unknown>): Promise<ThreadAnswer> {
  try {
    return { value: await work() }
  } catch (error) {
    return error instanceof Refusal
      ? { refusal: error.message }
      : { code: (error as { code?: unknown }).code }
  }
}
