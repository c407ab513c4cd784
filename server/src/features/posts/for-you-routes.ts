import type { Context } from '../../deps.ts'

export function registerForYou(_context: Context): void {}
