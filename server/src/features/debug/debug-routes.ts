import { becomeCreator } from '@plinth/contract/money/billing.ts'
import { getDebugUrls, type DebugUrls } from '@plinth/contract/analytics/debug.ts'
import { createPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { LOGIN_PATH } from '@plinth/contract/http/urls.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import type { Context } from '../../deps.ts'
import { notFound } from '../../http/errors.ts'

export const DEBUG_URLS: DebugUrls = [
  { name: 'Login', url: LOGIN_PATH },
  { name: 'Auth check', url: getViewer.path },
  { name: 'Subscribe', url: becomeCreator.path },
  { name: 'Profile update', url: updateProfile.path },
  { name: 'Upload', url: createPortfolio.path },
]

/** The URLs that the debug page tries. The page loads them first and shows nothing where it is switched off. */
export function registerDebug({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  mount(getDebugUrls, () => {
    if (!deps.env.debugPage) throw notFound()
    return Promise.resolve(DEBUG_URLS)
  })
}
