/** The thread of documents-child.ts that opens what strangers send, and may never end. */
import { parentPort } from 'node:worker_threads'
import { Refusal } from '../process/tasks.ts'
import { lookAtText } from './text.ts'
import type { DocumentSkills, ThreadAnswer, ThreadRequest } from './documents-tasks.ts'
import { drawSheet } from '../drawing/sheet.ts'
import { drawWaveform } from '../drawing/waveform.ts'
import { drawPdf, lookAtPdf } from './pdf.ts'

const skills: DocumentSkills = { lookAtPdf, lookAtText, drawPdf, drawSheet, drawWaveform }

parentPort?.on('message', ({ kind, task }: ThreadRequest) => {
  const skill = skills[kind] as (task: unknown) => Promise<unknown>
  void answer(() => skill(task)).then((message) => parentPort?.postMessage(message, []))
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
