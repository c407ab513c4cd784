import type { OriginSlug } from '@plinth/contract/choices.ts'
import { MAX_ORIGIN_PARTS_LENGTH } from '@plinth/contract/limits.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { rightsTexts as texts } from './rights-texts.ts'

/** What a creator says about a work; `origin` is empty until they say it. */
export interface RightsFields {
  origin: OriginSlug | ''
  parts: string
  isReserved: boolean
}

export const fieldsOf = ({ origin, isReserved }: PortfolioItem): RightsFields => ({
  origin: origin?.kind ?? '',
  parts: origin?.parts ?? '',
  isReserved,
})

/** The body that saves it. Parts are sent with the answer they belong to only. */
export const bodyOf = ({ origin, parts, isReserved }: RightsFields) => ({
  origin: origin === '' ? null : origin,
  ...(origin === 'ai_assisted' ? { originParts: parts.trim() } : {}),
  isReserved,
})

export function problemsOf({ origin, parts }: Pick<RightsFields, 'origin' | 'parts'>): Problems {
  if (origin !== 'ai_assisted') return {}
  if (parts.trim() === '') return { parts: texts.partsMissing }
  return Array.from(parts.trim()).length > MAX_ORIGIN_PARTS_LENGTH ? { parts: texts.partsLong } : {}
}

/** The changed answers, as the bar names them. */
export function changesOf(before: RightsFields, after: RightsFields): string[] {
  const { bar } = texts
  const isMade = before.origin !== after.origin
  const isPart =
    !isMade && after.origin === 'ai_assisted' && before.parts.trim() !== after.parts.trim()
  return [
    ...(isMade ? [bar.origin] : []),
    ...(isPart ? [bar.parts] : []),
    ...(before.isReserved === after.isReserved ? [] : [bar.isReserved]),
  ]
}
