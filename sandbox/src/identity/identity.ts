import { ACCOUNT_PATH, createAccountPage } from './account-page.ts'
import { createAccounts, deleteOldGuesses, loadDemoAccounts } from './accounts.ts'
import { deleteExpiredRecords } from './adapter.ts'
import { createProvider } from './provider.ts'
import { createSignIn } from './routes.ts'
import type { Pool } from 'pg'
import type { SandboxEnv } from '../env.ts'
import type { Service } from '../http.ts'

const SWEEP_MS = 60 * 60 * 1_000

/** An OpenID Connect provider with its own accounts, sign-up and sign-in pages. */
export async function serveIdentity(options: {
  env: SandboxEnv
  database: Pool
  issuer: string
}): Promise<Service> {
  const { env, database, issuer } = options
  const accounts = createAccounts(database)
  const demoAccounts = await loadDemoAccounts(accounts, env.demoAccountsFile)
  const provider = await createProvider({ env, database, issuer, accounts })
  const signIn = createSignIn({
    provider,
    accounts,
    demoAccounts,
    issuer,
    plinthUrl: env.plinthUrl,
  })
  const showAccount = createAccountPage({
    env,
    provider,
    database,
    accounts,
    demoAccounts,
    issuer,
  })
  const protocol = provider.callback()
  setInterval(() => void sweep(database).catch(() => undefined), SWEEP_MS).unref()
  return async (request, response, url) => {
    if (url.pathname.startsWith('/sign-in/')) {
      await signIn(request, response, url)
      return true
    }
    if (url.pathname === ACCOUNT_PATH || url.pathname.startsWith(`${ACCOUNT_PATH}/`)) {
      await showAccount(request, response, url)
      return true
    }
    if (!/^\/(\.well-known|oidc)\//.test(url.pathname)) return false
    await protocol(request, response)
    return true
  }
}

async function sweep(database: Pool): Promise<void> {
  await deleteExpiredRecords(database)
  await deleteOldGuesses(database)
}
