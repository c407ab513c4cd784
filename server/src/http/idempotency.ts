import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Object as ObjectOf, Optional, String as Text } from 'typebox'
import type { Database } from '../db/pool.ts'
import type { Jobs } from '../jobs/queue.ts'
import { AppError } from './errors.ts'
import {
  claimKey,
  findKey,
  releaseKey,
  saveAnswer,
  sweepKeys,
  type KeyedCall,
} from './idempotency-queries.ts'

const IDEMPOTENCY_HEADER = 'idempotency-key'
/** Marks an answer that repeats an earlier one. */
export const REPLAYED_HEADER = 'idempotent-replayed'

export const IdempotencyHeaders = ObjectOf({
  [IDEMPOTENCY_HEADER]: Optional(Text({ minLength: 1, maxLength: 255 })),
})

/** Runs a call once for each key of its caller. The same call with the same key gets the first answer again. */
export type Once = (
  request: FastifyRequest,
  status: number,
  run: () => Promise<unknown>,
) => Promise<{ answer: unknown; isReplayed: boolean }>

export const createOnce =
  (db: Database): Once =>
  async (request, status, run) => {
    const call = keyedCall(request)
    if (call === null) return { answer: await run(), isReplayed: false }
    const claim = await claimKey(db, call)
    if (claim === null) return { answer: await recall(db, call), isReplayed: true }
    let answer: unknown
    try {
      answer = await run()
    } catch (error) {
      // A failed call is not remembered, so that the caller can try again with the same key.
      await releaseKey(db, call, claim)
      throw error
    }
    await saveAnswer(db, call, { claim, status, response: answer })
    return { answer, isReplayed: false }
  }

function keyedCall(request: FastifyRequest): KeyedCall | null {
  const key = request.headers[IDEMPOTENCY_HEADER]
  if (typeof key !== 'string' || request.viewer === null) return null
  return {
    userId: request.viewer.id,
    key,
    call: `${request.method} ${request.url}`,
    bodyHash: createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest(),
  }
}

async function recall(db: Database, call: KeyedCall): Promise<unknown> {
  const known = await findKey(db, call)
  if (known?.isSame === false)
    throw new AppError('conflict', 'This Idempotency-Key was used for another call.')
  if (known === undefined || known.status === null) {
    throw new AppError('conflict', 'This is being done already. Look again in a moment.', {
      headers: { 'retry-after': '1' },
    })
  }
  return known.response
}

export function registerIdempotency({ db, jobs }: { db: Database; jobs: Jobs }): void {
  jobs.work('idempotency.sweep', () => sweepKeys(db), { schedule: '37 * * * *' })
}
