import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError, readForm } from '../../http.ts'
import type { CardsDependencies } from '../api.ts'
import { checkoutConfirmPage, checkoutPage, intentPage } from './checkout-page.ts'
import { invoicePage } from './invoice-page.ts'
import { onboardingPage } from './onboarding-page.ts'
import { portalPage } from './portal-page.ts'
import { openPageRequest, type PageRequest } from './request.ts'

const PAGES: [RegExp, (page: PageRequest, id: string) => Promise<void>][] = [
  [/^\/cards\/checkout\/(\w+)$/, checkoutPage],
  [/^\/cards\/checkout\/(\w+)\/confirm$/, checkoutConfirmPage],
  [/^\/cards\/confirm\/(\w+)$/, intentPage],
  [/^\/cards\/onboarding\/(\w+)$/, onboardingPage],
  [/^\/cards\/portal\/(\w+)$/, portalPage],
  [/^\/cards\/invoice\/(\w+)$/, invoicePage],
]

/** Handles the card provider's web pages. */
export function createPages(dependencies: CardsDependencies) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    for (const [pattern, page] of PAGES) {
      const [, id] = pattern.exec(url.pathname) ?? []
      if (id === undefined) continue
      const form = await formOf(request, dependencies.config.baseUrl)
      return page(await openPageRequest(dependencies, request, response, { url, form, id }), id)
    }
    throw new HttpError(404, 'There is nothing here.')
  }
}

async function formOf(request: IncomingMessage, baseUrl: string): Promise<URLSearchParams | null> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  if (request.method !== 'POST') throw new HttpError(405, 'This page takes forms only.')
  // Another site must not submit these forms.
  if (request.headers.origin !== baseUrl)
    throw new HttpError(403, 'This form was not sent from this page.')
  return readForm(request)
}
