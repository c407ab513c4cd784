export interface SandboxEnv {
  host: string
  port: number
  /** The port that receives email; 0 picks a free one. */
  smtpPort: number
  databaseUrl: string
  /** URL of this server as browsers see it; null: `http://localhost` and the port it got. */
  issuer: string | null
  /** Origin of the Plinth that people come from and return to. */
  plinthUrl: string
  clientId: string
  clientSecret: string
  /** JSON file of the demo accounts, which need no password. */
  demoAccountsFile: string | null
  /** Where the card provider sends its webhooks; null: nowhere. */
  webhook: { url: string; secret: string } | null
}

/** The settings of the card provider when it runs by itself. */
export type CardsEnv = Pick<SandboxEnv, 'host' | 'port' | 'databaseUrl' | 'webhook'>

export class EnvError extends Error {}

/** Reads and checks all settings, so that one error names everything that is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): SandboxEnv {
  const { problems, text, origin, portOf, webhook } = reader(source)
  const port = portOf('SANDBOX_PORT', 3001)
  const besidePort = Number.isInteger(port) && port > 0 ? port + 1 : 0
  const env: SandboxEnv = {
    host: source.SANDBOX_HOST ?? '127.0.0.1',
    port,
    smtpPort: portOf('SANDBOX_SMTP_PORT', besidePort),
    databaseUrl: text('SANDBOX_DATABASE_URL'),
    issuer: source.SANDBOX_ISSUER ? origin('SANDBOX_ISSUER', source.SANDBOX_ISSUER) : null,
    plinthUrl: origin('PLINTH_URL', text('PLINTH_URL')),
    clientId: text('OIDC_CLIENT_ID'),
    clientSecret: text('OIDC_CLIENT_SECRET'),
    demoAccountsFile: source.SANDBOX_DEMO_ACCOUNTS ?? null,
    webhook: webhook(),
  }
  if (problems.length > 0) throw new EnvError(problems.join('\n'))
  return env
}

export function readCardsEnv(source: NodeJS.ProcessEnv = process.env): CardsEnv {
  const { problems, text, portOf, webhook } = reader(source)
  const env: CardsEnv = {
    host: source.SANDBOX_HOST ?? '127.0.0.1',
    port: portOf('SANDBOX_CARDS_PORT', 0),
    databaseUrl: text('SANDBOX_DATABASE_URL'),
    webhook: webhook(),
  }
  if (problems.length > 0) throw new EnvError(problems.join('\n'))
  return env
}

function reader(source: NodeJS.ProcessEnv) {
  if (source.NODE_ENV === 'production') {
    throw new EnvError(
      'The sandbox signs anybody in as anybody, so it does not start with NODE_ENV=production: set OIDC_ISSUER to a real identity provider instead.',
    )
  }
  const problems: string[] = []
  const text = (name: string): string => {
    const value = source[name]?.trim() ?? ''
    if (value === '') problems.push(`${name} is not set.`)
    return value
  }
  const origin = (name: string, value: string): string => {
    if (value !== '' && (!URL.canParse(value) || new URL(value).origin !== value))
      problems.push(`${name} must be an origin such as http://localhost:3000.`)
    return value
  }
  const portOf = (name: string, otherwise: number): number => {
    const value = Number(source[name] ?? otherwise)
    if (!Number.isInteger(value) || value < 0 || value > 65_535)
      problems.push(`${name} must be a number from 0 to 65535.`)
    return value
  }
  const webhook = (): SandboxEnv['webhook'] => {
    const url = source.STRIPE_WEBHOOK_URL?.trim() ?? ''
    if (url === '') return null
    if (!URL.canParse(url) || !/^https?:/.test(url))
      problems.push(
        'STRIPE_WEBHOOK_URL must be an address such as http://localhost:3000/api/webhook.',
      )
    return { url, secret: text('STRIPE_WEBHOOK_SECRET') }
  }
  return { problems, text, origin, portOf, webhook }
}
