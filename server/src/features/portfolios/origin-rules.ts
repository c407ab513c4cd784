import type { OriginSlug } from '@plinth/contract/choices.ts'
import { invalidField, type AppError } from '../../http/errors.ts'
import type { SaidOrigin } from './portfolio-write-queries.ts'

interface GivenOrigin {
  origin?: OriginSlug | null | undefined
  originParts?: string | null | undefined
}

/**
 * What a body says about how a work was made; undefined if it says nothing, null if it takes back what was said. Throws
 * an `AppError` when the parts that came from a generator are missing, or given for another answer.
 */
export function originOf({ origin, originParts }: GivenOrigin): SaidOrigin | null | undefined {
  const parts = originParts?.trim() || null
  const isAssisted = origin === 'ai_assisted'
  if (isAssisted && parts === null) throw wrong('Say which parts AI made.')
  if (!isAssisted && parts !== null)
    throw wrong('You can name parts that AI made only for an AI-assisted work.')
  return typeof origin === 'string' ? { kind: origin, parts } : origin
}

const wrong = (sentence: string): AppError => invalidField('originParts', sentence)
