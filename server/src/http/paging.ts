import { AppError } from './errors.ts'

/** A cursor carries every column its list is sorted by, and is opaque to the caller. */
export const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** The values of a cursor, each of the type named, or 400. */
export function decodeCursor<const T extends readonly ('string' | 'number')[]>(
  cursor: string | undefined,
  types: T,
): { [K in keyof T]: T[K] extends 'string' ? string : number } | null {
  if (cursor === undefined) return null
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(values) &&
      values.length === types.length &&
      types.every((type, index) => typeof values[index] === type)
    ) {
      return values as never
    }
  } catch {
    // Falls through to the one answer for every broken cursor.
  }
  throw new AppError('input.invalid', 'cursor is not one that this list gave out.', {
    fields: { cursor: 'is not one that this list gave out' },
  })
}
