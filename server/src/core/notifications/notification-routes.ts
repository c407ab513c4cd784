import type { Context } from '../../deps.ts'

export function registerNotifications(_context: Context): void {}
