import { fillAnswer, isOpenText } from '@plinth/contract/moderation/answers.ts'
import type { BulkOutcome } from '@plinth/contract/moderation/bulk.ts'
import type { FastifyBaseLogger, FastifyError } from 'fastify'
import type { Database } from '../../db/pool.ts'
import { AlreadyDone, toAppError } from '../../http/errors.ts'
import { findAddressees, type AddresseeKind } from './addressee-queries.ts'

/**
 * Does one act to many things, one after another, so that one call holds one connection and never more than the locks
 * of one of them. `act` runs a transaction of its own for each and throws if it may not happen.
 */
export async function judgeEach(
  ids: readonly string[],
  log: Pick<FastifyBaseLogger, 'error'>,
  act: (id: string) => Promise<unknown>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  for (const id of ids.map((one) => one.toLowerCase())) {
    try {
      await act(id)
      outcomes.push({ id, result: 'done', message: null })
    } catch (error) {
      const { code, message } = toAppError(error as FastifyError)
      if (code === 'internal') log.error({ err: error }, 'one of many acts failed')
      outcomes.push({ id, result: resultOf(error, code), message })
    }
  }
  return outcomes
}

function resultOf(error: unknown, code: string): BulkOutcome['result'] {
  if (error instanceof AlreadyDone) return 'decided'
  return code === 'internal' || code === 'unavailable' ? 'failed' : 'not_allowed'
}

/** One text for many: returns what it says to the addressee of each, whose name and title are filled in. */
export async function fillFor(
  db: Database,
  kind: AddresseeKind,
  { ids, text }: { ids: readonly string[]; text: string },
): Promise<(id: string) => string> {
  if (!isOpenText(text)) return () => text
  const addressees = await findAddressees(db, kind, ids)
  return (id) => fillAnswer(text, addressees.find((one) => one.id === id) ?? {})
}
