import { lacksSomething } from '../../../gateways/process/machine.ts'
import { LostTask } from '../../../gateways/process/worker.ts'
import { AppError } from '../../../http/errors.ts'

const FIRST_PAUSE_S = 5
const LONGEST_PAUSE_S = 300
/** A file with which workers are killed so often may be the reason. That takes half an hour. */
const MAX_KILLS = 12

/**
 * Whether the machine or the file store was at fault, not the file: a full disk, no memory, a store that does not
 * answer. The same work succeeds once that is over.
 */
export const isMachineFault = (error: unknown): boolean =>
  lacksSomething(error) ||
  (error instanceof AppError && (error.code === 'storage.full' || error.code === 'unavailable'))

/** Whether to try again without counting the attempt, after it was put off so often before. */
export const isWorthWaiting = (error: unknown, delays: number): boolean =>
  isMachineFault(error) && !(error instanceof LostTask && delays >= MAX_KILLS)

/** Seconds until the next attempt. */
export const pauseAfter = (delays: number): number =>
  Math.min(FIRST_PAUSE_S * 2 ** delays, LONGEST_PAUSE_S)
