import { dollarsToCents } from '@plinth/contract/http/scalars.ts'
import { MAX_TITLE_LENGTH } from '@plinth/contract/limits.ts'
import { AppError } from '../../http/errors.ts'

/** The title given, else the file's name without its extension. */
export function titleOf(title: string | undefined, fileName: string): string {
  const given = title?.trim() ?? ''
  if (given !== '') return given
  const name = fileName.trim().replace(/(?<=.)\.[^.]*$/, '')
  // By code points, as the limit counts: half an emoji could not be stored.
  return Array.from(name).slice(0, MAX_TITLE_LENGTH).join('')
}

/** Cents, or 400 for parts of a cent. */
export function priceOf(dollars: number | null): number | null {
  if (dollars === null) return null
  const cents = dollarsToCents(dollars)
  if (cents !== null) return cents
  throw new AppError('input.invalid', 'startingPrice has parts of a cent.', {
    fields: { startingPrice: 'has parts of a cent' },
  })
}
