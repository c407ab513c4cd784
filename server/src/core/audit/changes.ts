import type { AuditEntry } from '@plinth/contract/moderation/moderation.ts'

type Facts = NonNullable<AuditEntry['before']>

/** Of two pictures of a thing only what differs. */
export function changesOf(was: Facts, now: Facts): { before: Facts; after: Facts } {
  const before: Facts = {}
  const after: Facts = {}
  for (const [name, value] of Object.entries(now)) {
    if (was[name] === value) continue
    before[name] = was[name] ?? null
    after[name] = value
  }
  return { before, after }
}
