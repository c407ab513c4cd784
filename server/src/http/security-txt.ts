import type { FastifyInstance } from 'fastify'

export interface SecurityContact {
  /** `mailto:` or `https:`. */
  contact: string
  /** Until when it holds: whoever finds it later shall ask elsewhere. */
  expires: Date
}

/** Whom to tell of a weakness (RFC 9116). */
export function registerSecurityTxt(
  app: FastifyInstance,
  { publicUrl, security }: { publicUrl: string; security: SecurityContact | null },
): void {
  if (security === null) return
  const path = '/.well-known/security.txt'
  const text = [
    `Contact: ${security.contact}`,
    `Expires: ${security.expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}${path}`,
    '',
  ].join('\n')
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(text),
  )
}
