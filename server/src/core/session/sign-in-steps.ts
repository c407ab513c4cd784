import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { insertAccountEvent } from '../account/activity-queries.ts'
import { queueEmail } from '../notifications/emails/plain.ts'
import { noteDevice } from './device-queries.ts'
import type { RequestSource } from './device.ts'
import { newDeviceEmail } from './sign-in-emails.ts'
import { createSession } from './session-queries.ts'

interface SignIn {
  /** Whose email is verified, or else null. */
  user: { id: string; email: string | null }
  session: Omit<Parameters<typeof createSession>[1], 'userId' | 'userAgent'>
  deviceHash: Buffer
  source: RequestSource
}

/** Opens a session and notes it in the account's activity. Emails its owner if the account was never used with this browser. */
export async function openSession(
  deps: Pick<Deps, 'db' | 'jobs' | 'mail' | 'env' | 'now'>,
  { user, session, deviceHash, source }: SignIn,
): Promise<void> {
  await deps.db.transaction().execute(async (trx: Database) => {
    await createSession(trx, { ...session, userId: user.id, userAgent: source.userAgent })
    const isNew = await noteDevice(trx, { userId: user.id, deviceHash })
    await insertAccountEvent(trx, {
      userId: user.id,
      kind: isNew ? 'new_device' : 'signed_in',
      source,
    })
    if (!isNew) return
    const email = newDeviceEmail({ source, at: deps.now(), publicUrl: deps.env.publicUrl })
    await queueEmail(trx, deps, { to: user.email, ...email })
  })
}
