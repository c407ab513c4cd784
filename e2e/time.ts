import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { WORLD } from './global-setup.ts'

const ELAPSE = path.resolve(import.meta.dirname, '../scripts/lib/elapse.mjs')

/** As if a project had stood as it stands for so many days: what silence decides is decided in a moment. */
export async function letDaysPass(projectId: string, days: number): Promise<void> {
  const env = { ...process.env, PLINTH_DATA: process.env.JOURNEYS_DATA ?? WORLD }
  await promisify(execFile)(process.execPath, [ELAPSE, projectId, String(days)], { env })
}
