export interface SandboxEnv {
  host: string
  port: number
  /** Where letters are taken; 0: any free port. */
  smtpPort: number
  databaseUrl: string
  /** URL of this server as browsers see it; null: `http://localhost` and the port it got. */
  issuer: string | null
  /** Origin of the Plinth that people come from and go back to. */
  plinthUrl: string
  clientId: string
  clientSecret: string
  /** JSON file of the accounts that need no password. */
  demoAccountsFile: string | null
}

export class EnvError extends Error {}

/** Reads and checks every setting at once, so that a wrong start names all that is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): SandboxEnv {
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
  }
  if (problems.length > 0) throw new EnvError(problems.join('\n'))
  return env
}
