import type { Context } from '../../deps.ts'

export function registerTags(_context: Context): void {}
