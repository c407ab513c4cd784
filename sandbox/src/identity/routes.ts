import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import { errors } from 'oidc-provider'
import { HttpError, readForm } from '../http.ts'
import type { Html } from '../html.ts'
import type { Accounts, DemoAccount } from './accounts.ts'
import { checkCreate, checkSignIn, type FormState } from './forms.ts'
import { contentSecurityPolicy, failurePage, signInPage, type Screen } from './pages.ts'

const PATH = /^\/sign-in\/([\w-]+)(?:\/(password|create|demo))?$/

interface Options {
  provider: Provider
  accounts: Accounts
  demoAccounts: DemoAccount[]
  issuer: string
  plinthUrl: string
}

/** The person who signed in, or the errors to show in the form. */
type Outcome = { subject: string } | FormState

/** The sign-in pages between the app's request and the provider's answer. */
export function createSignIn(options: Options) {
  const { provider, demoAccounts, plinthUrl, issuer } = options

  const send = (response: ServerResponse, status: number, content: Html) => {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(plinthUrl),
      'cache-control': 'no-store',
    })
    response.end(content.text)
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const [, uid, action] = PATH.exec(url.pathname) ?? []
    const interaction = uid ? await findInteraction(provider, request, response) : null
    if (interaction === null || interaction.uid !== uid) {
      const sentence = 'This page is an hour old or belongs to another browser.'
      return send(response, 400, failurePage(sentence, plinthUrl))
    }
    const show = (screen: Screen, status = 200, form: FormState = {}) =>
      send(response, status, signInPage({ uid, screen, form, demoAccounts, plinthUrl }))

    if (request.method === 'GET' || request.method === 'HEAD') {
      const wantsCreate =
        action === 'create' || (action === undefined && interaction.prompt.name === 'create')
      return show(wantsCreate ? 'create' : 'password')
    }
    if (request.method !== 'POST') throw new HttpError(405, 'This page takes forms only.')
    // The cookie alone is not enough: a form on another origin of the same site would send it as well.
    if (request.headers.origin !== issuer)
      throw new HttpError(403, 'This form was not sent from this page.')

    const outcome = await decide(options, action, await readForm(request), addressOf(request))
    if (!('subject' in outcome))
      return show(action === 'create' ? 'create' : 'password', outcome.status ?? 422, outcome)
    return provider.interactionFinished(
      request,
      response,
      { login: { accountId: outcome.subject }, create: {} },
      { mergeWithLastSubmission: false },
    )
  }
}

async function decide(
  { accounts, demoAccounts }: Options,
  action: string | undefined,
  fields: URLSearchParams,
  address: string,
): Promise<Outcome> {
  if (action === 'demo') {
    const demo = demoAccounts.find(({ subject }) => subject === fields.get('subject'))
    return demo ?? { alert: 'There is no such demo account.' }
  }
  if (action === 'create') {
    const { person, password, form } = checkCreate(fields)
    if (form.errors !== undefined) return form
    const account = await accounts.create(person, password)
    const taken = 'Somebody has an account with this email. Sign in instead.'
    return account ?? { ...form, errors: { email: taken } }
  }
  const { email, password, form } = checkSignIn(fields)
  if (form.errors !== undefined) return form
  if (demoAccounts.some((demo) => demo.email.toLowerCase() === email.toLowerCase()))
    return { ...form, alert: 'Demo accounts have no password. Use the button beside the name.' }
  const account = await accounts.signIn(email, password, address)
  if (account === 'wrong')
    return { ...form, status: 401, alert: 'Email and password do not belong together.' }
  if (account === 'throttled') {
    return {
      ...form,
      status: 429,
      alert: 'Ten wrong passwords in ten minutes. Wait that long and try again.',
    }
  }
  return account
}

async function findInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
) {
  try {
    return await provider.interactionDetails(request, response)
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}

const addressOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? ''
