import type { Context } from '../../deps.ts'

export function registerComments(_context: Context): void {}
