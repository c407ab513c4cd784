import Provider, {
  interactionPolicy,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { Pool } from 'pg'
import type { SandboxEnv } from '../env.ts'
import { Html } from '../html.ts'
import type { Accounts } from './accounts.ts'
import { createAdapter } from './adapter.ts'
import { contentSecurityPolicy, failurePage, signedOutPage, signOutPage } from './pages.ts'
import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'

const SCOPES = 'openid email profile'
const HOUR = 60 * 60
const DAY = 24 * HOUR

export async function createProvider(options: {
  env: SandboxEnv
  database: Pool
  issuer: string
  accounts: Accounts
}): Promise<Provider> {
  const { env, database, issuer, accounts } = options
  const { signingKey, cookieKey } = await loadSecrets(database)

  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)

  const page = (ctx: KoaContextWithOIDC, content: Html) => {
    ctx.set('content-security-policy', contentSecurityPolicy(env.plinthUrl))
    ctx.type = 'html'
    ctx.body = content.text
  }

  const configuration: Configuration = {
    adapter: createAdapter(database),
    jwks: { keys: [signingKey] },
    cookies: { keys: [cookieKey] },
    clients: [
      {
        client_id: env.clientId,
        client_secret: env.clientSecret,
        redirect_uris: [`${env.plinthUrl}/api/callback`],
        post_logout_redirect_uris: [`${env.plinthUrl}/`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
        backchannel_logout_uri: `${env.plinthUrl}/api/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    routes: {
      authorization: '/oidc/authorize',
      end_session: '/oidc/sign-out',
      jwks: '/oidc/keys',
      token: '/oidc/token',
      userinfo: '/oidc/userinfo',
    },
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes: SCOPES.split(' '),
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    // Puts the names and the email into the ID token itself.
    conformIdTokenClaims: false,
    discovery: { prompt_values_supported: ['none', 'login', 'consent', 'create'] },
    interactions: { policy, url: (_ctx, { uid }) => `/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => page(ctx, signOutPage(new Html(form), env.plinthUrl)),
        postLogoutSuccessSource: (ctx) => page(ctx, signedOutPage(env.plinthUrl)),
      },
    },
    // The library's own dispatcher refuses addresses of this machine, which is where Plinth is.
    fetch: (url, { dispatcher: _dispatcher, ...init }: RequestInit = {}) => fetch(url, init),
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      Grant: 14 * DAY,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: 14 * DAY,
    },
    findAccount: async (_ctx, subject) => {
      const account = await accounts.find(subject)
      if (account === null) return undefined
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          email: account.email,
          // Nothing can be verified here, and unverified people would see only half of the product.
          email_verified: true,
          given_name: account.firstName,
          family_name: account.lastName,
          name: `${account.firstName} ${account.lastName}`.trim(),
        }),
      }
    },
    loadExistingGrant: grantEverything,
    renderError: (ctx, out) =>
      page(ctx, failurePage(out.error_description ?? out.error, env.plinthUrl)),
  }

  const provider = new Provider(issuer, configuration)
  // Behind a TLS proxy the issuer is https, while this server speaks http.
  provider.proxy = issuer.startsWith('https:')
  provider.on('backchannel.error', (_ctx, error) =>
    process.stderr.write(`Plinth did not take a logout: ${error.message}\n`),
  )
  provider.on('server_error', (_ctx, error) => process.stderr.write(`${error.stack}\n`))
  return provider
}

/** Grants every scope without asking for consent, because Plinth is the provider's own app. */
async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { client, session, result, provider } = oidc
  if (client === undefined || session?.accountId === undefined) return undefined
  const known = result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  const existing = known === undefined ? undefined : await provider.Grant.find(known)
  if (existing !== undefined) return existing
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(SCOPES)
  await grant.save()
  return grant
}

interface Secrets {
  /** Signs ID tokens. */
  signingKey: JWK
  /** Signs the provider's cookies. */
  cookieKey: string
}

/** Loads the secrets, or generates them at the first start. Two first starts at once both use the first one's. */
async function loadSecrets(database: Pool): Promise<Secrets> {
  const known = await read(database)
  if (known !== null) return known
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const fresh: Secrets = {
    signingKey: {
      ...(await exportJWK(privateKey)),
      kid: randomBytes(8).toString('hex'),
      alg: 'RS256',
      use: 'sig',
    },
    cookieKey: randomBytes(32).toString('base64url'),
  }
  await database.query(
    "insert into secrets (name, value) values ('identity', $1) on conflict do nothing",
    [JSON.stringify(fresh)],
  )
  return (await read(database)) ?? fresh
}

async function read(database: Pool): Promise<Secrets | null> {
  const { rows } = await database.query<{ value: Secrets }>(
    "select value from secrets where name = 'identity'",
  )
  return rows[0]?.value ?? null
}
