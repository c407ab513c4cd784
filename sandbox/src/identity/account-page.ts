import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { Pool } from 'pg'
import type { SandboxEnv } from '../env.ts'
import { html, type Html } from '../html.ts'
import { HttpError } from '../http.ts'
import type { Accounts, DemoAccount } from './accounts.ts'
import { accountLayout, contentSecurityPolicy } from './pages.ts'

export const ACCOUNT_PATH = '/account'

interface Options {
  env: Pick<SandboxEnv, 'clientId' | 'plinthUrl'>
  provider: Provider
  database: Pool
  accounts: Accounts
  demoAccounts: DemoAccount[]
  issuer: string
}

/** The library's client has it, and its types do not. */
interface LogoutClient {
  backchannelLogout: (subject: string, sid?: string) => Promise<void>
}

/** Where somebody who is signed in at the provider signs out everywhere, or ends their account there. */
export function createAccountPage(options: Options) {
  const { env, provider, database, accounts, demoAccounts, issuer } = options

  const send = (response: ServerResponse, status: number, content: Html) => {
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(env.plinthUrl),
      'cache-control': 'no-store',
    })
    response.end(accountLayout(content, env.plinthUrl).text)
  }

  /** Ends all sessions of an account here and tells Plinth, by a logout token that names the person and no session. */
  const signOutEverywhere = async (subject: string) => {
    await database.query(
      `delete from oidc_records where model = 'Session' and payload ->> 'accountId' = $1`,
      [subject],
    )
    const client = (await provider.Client.find(env.clientId)) as unknown as LogoutClient
    await client
      .backchannelLogout(subject)
      .catch((error: Error) =>
        process.stderr.write(`Plinth did not take a logout: ${error.message}\n`),
      )
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const session = await provider.Session.get(provider.createContext(request, response))
    const account = session.accountId ? await accounts.find(session.accountId) : null
    if (account === null) return send(response, 200, signedOut(env.plinthUrl))
    const { subject, email } = account
    const isDemo = demoAccounts.some((demo) => demo.subject === subject)
    if (request.method === 'GET' || request.method === 'HEAD')
      return send(response, 200, signedIn(email, isDemo))
    if (request.method !== 'POST') throw new HttpError(405, 'This page takes forms only.')
    if (request.headers.origin !== issuer)
      throw new HttpError(403, 'This form was not sent from this page.')
    if (url.pathname === `${ACCOUNT_PATH}/end` && !isDemo) await accounts.end(subject)
    else if (url.pathname !== `${ACCOUNT_PATH}/sign-out`)
      throw new HttpError(404, 'There is nothing here.')
    await signOutEverywhere(subject)
    return send(response, 200, signedOut(env.plinthUrl))
  }
}

const signedIn = (email: string, isDemo: boolean): Html =>
  html`<p>Signed in as ${email}.</p>
    <form method="post" action="${ACCOUNT_PATH}/sign-out">
      <button class="primary">Sign out everywhere</button>
    </form>
    ${isDemo ? '' : html`<form method="post" action="${ACCOUNT_PATH}/end"><button>End this account</button></form>`}`

const signedOut = (plinthUrl: string): Html =>
  html`<p>You are signed out.</p>
    <a class="primary" href="${plinthUrl}/">Go to Plinth</a>`
