import type { Context } from '../../deps.ts'
import type { PageDefinition } from '../../http/pages.ts'
import { registerProfile } from './profile-routes.ts'
import { registerSessionList } from './session-list-routes.ts'

export function registerSettings(context: Context): void {
  registerProfile(context)
  registerSessionList(context)
}

/** To a visitor the address leads nowhere but to sign-in. */
export const settingsPages: PageDefinition[] = [
  {
    path: '/settings',
    load: ({ viewer }) =>
      Promise.resolve(
        viewer === null ? null : { title: 'Profile Settings', screen: 'settings', boot: [] },
      ),
  },
]
