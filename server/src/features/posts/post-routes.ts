import type { Context } from '../../deps.ts'

export function registerPosts(_context: Context): void {}
