import type { Context } from '../deps.ts'

export function registerLive(_context: Context): void {}
