import type { Context } from '../../deps.ts'
import { registerProfile } from './profile-routes.ts'
import { registerSessionList } from './session-list-routes.ts'

export function registerSettings(context: Context): void {
  registerProfile(context)
  registerSessionList(context)
}
