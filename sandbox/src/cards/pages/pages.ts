import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError, readForm } from '../../http.ts'
import type { CardsParts } from '../api.ts'
import { checkoutConfirmPage, checkoutPage } from './checkout-page.ts'
import { intentPage } from './intent-page.ts'
import { invoicePage } from './invoice-page.ts'
import { onboardingPage } from './onboarding-page.ts'
import { portalPage } from './portal-page.ts'
import { openVisit, type Visit } from './visit.ts'

const PAGES: [RegExp, (visit: Visit, id: string) => Promise<void>][] = [
  [/^\/cards\/checkout\/(\w+)$/, checkoutPage],
  [/^\/cards\/checkout\/(\w+)\/confirm$/, checkoutConfirmPage],
  [/^\/cards\/confirm\/(\w+)$/, intentPage],
  [/^\/cards\/onboarding\/(\w+)$/, onboardingPage],
  [/^\/cards\/portal\/(\w+)$/, portalPage],
  [/^\/cards\/invoice\/(\w+)$/, invoicePage],
]

/** What people see of the card provider. */
export function createPages(parts: CardsParts) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    for (const [pattern, page] of PAGES) {
      const [, id] = pattern.exec(url.pathname) ?? []
      if (id === undefined) continue
      const form = await formOf(request, parts.surroundings.baseUrl)
      return page(await openVisit(parts, request, response, { url, form, id }), id)
    }
    throw new HttpError(404, 'There is nothing here.')
  }
}

async function formOf(request: IncomingMessage, baseUrl: string): Promise<URLSearchParams | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  if (request.method !== 'POST') throw new HttpError(405, 'This page takes forms only.')
  // A foreign page must not press these buttons.
  if (request.headers.origin !== baseUrl)
    throw new HttpError(403, 'This form was not sent from this page.')
  return readForm(request)
}
