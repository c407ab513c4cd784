import { createHash } from 'node:crypto'
import {
  confirmPayouts,
  connectPayouts,
  getPayoutAccount,
  type PayoutAccount,
} from '@plinth/contract/money/billing.ts'
import { insertAccountEvent } from '../../core/account/activity-queries.ts'
import { sourceOf } from '../../core/session/device.ts'
import { callProvider } from '../../core/money/provider.ts'
import type { Money } from '../../core/money/money.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import {
  findAccount,
  findEmail,
  findStaleAccounts,
  markPayoutsRead,
  saveAccount,
  mayBePaid,
  recordPayout,
  recordReady,
  sumPayouts,
} from './payout-queries.ts'

const PAYOUTS_JOB = 'billing.payouts'
/** Payouts of an account are listed once a day, in case webhooks were lost. */
const READ_EVERY_MS = 20 * 3_600_000
/** A payout's state can still change this long after it was made. */
const SETTLED_MS = 30 * 86_400_000

export function registerPayouts({ app, mount, deps }: Context, money: Money): void {
  const { db, payments, env, jobs } = deps

  mount(getPayoutAccount, ({ viewer }) => viewPayouts(deps, viewer.id))

  mount(connectPayouts, async ({ viewer, request }) => {
    if (!(await mayBePaid(db, viewer.id)))
      throw new AppError('auth.forbidden', 'Only creators can connect a bank account.')
    const back = `${env.publicUrl}/statement?payouts=`
    const url = await callProvider(async () =>
      payments.openOnboarding(await accountOf(deps, viewer.id), {
        returnUrl: `${back}done`,
        refreshUrl: `${back}again`,
      }),
    )
    await insertAccountEvent(db, {
      userId: viewer.id,
      kind: 'payout_changed',
      source: sourceOf(request),
    })
    return { url }
  })

  mount(confirmPayouts, async ({ viewer }) => {
    const account = await findAccount(db, { userId: viewer.id })
    if (account !== undefined) await callProvider(() => readBack(deps, money, account.account_id))
    return viewPayouts(deps, viewer.id)
  })

  money.onEvent(['account.updated'], ({ objectId }) => readBack(deps, money, objectId))
  money.onEvent(PAYOUT_EVENTS, ({ objectId, accountId }) =>
    accountId == null ? Promise.resolve() : readPayout(deps, accountId, objectId),
  )

  jobs.work(
    PAYOUTS_JOB,
    async () => {
      const stale = new Date(deps.now().getTime() - READ_EVERY_MS)
      for (const account of await findStaleAccounts(db, stale)) {
        // One account that the provider refuses does not keep the others waiting.
        await listPayouts(deps, account).catch((error: unknown) =>
          app.log.error({ err: error }, 'the payouts of an account could not be listed'),
        )
      }
    },
    { schedule: '37 * * * *', expireIn: 1_800 },
  )
}

const PAYOUT_EVENTS = [
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
]

/** Records what the provider says of one payout to a bank. */
async function readPayout(
  { db, payments, live }: Deps,
  accountId: string,
  id: string,
): Promise<void> {
  const row = await findAccount(db, { accountId })
  // It belongs to another installation that uses the same provider account.
  if (row === undefined) return
  const payout = await payments.getPayout(accountId, id)
  if (await recordPayout(db, row.user_id, payout)) live.billingMoved(row.user_id)
}

/** Finds payouts, and changes of them, that no webhook told of. */
async function listPayouts(
  { db, payments, live, now }: Deps,
  { userId, accountId, readAt }: { userId: string; accountId: string; readAt: Date | null },
): Promise<void> {
  const startedAt = now()
  const since = new Date(readAt === null ? 0 : readAt.getTime() - SETTLED_MS)
  let hasChanged = false
  for (const payout of await payments.listPayouts(accountId, since))
    hasChanged = (await recordPayout(db, userId, payout)) || hasChanged
  await markPayoutsRead(db, userId, startedAt)
  if (hasChanged) live.billingMoved(userId)
}

async function viewPayouts({ db }: Deps, userId: string): Promise<PayoutAccount> {
  const [account, { waiting, paidOut }] = await Promise.all([
    findAccount(db, { userId }),
    sumPayouts(db, userId),
  ])
  return {
    state: account === undefined ? 'none' : account.is_ready ? 'ready' : 'incomplete',
    waiting: waiting / 100,
    paidOut: paidOut / 100,
  }
}

/** The id of somebody's account at the provider, created if there is none. Concurrent calls create one. */
async function accountOf({ db, payments }: Deps, userId: string): Promise<string> {
  const known = await findAccount(db, { userId })
  if (known !== undefined) return known.account_id
  const email = await findEmail(db, userId)
  // The provider accepts a key only with the same content, and people can change their address.
  const words = createHash('sha256').update(String(email)).digest('hex')
  return saveAccount(
    db,
    userId,
    await payments.createAccount({ userId, email }, `account-${userId}-${words}`),
  )
}

/** Records whether the account can receive money, and if so sends what was held for it. */
async function readBack(deps: Deps, money: Money, accountId: string): Promise<void> {
  const { db, payments, live } = deps
  for (;;) {
    const row = await findAccount(db, { accountId })
    // It belongs to another installation that uses the same provider account.
    if (row === undefined) return
    const { isReady } = await payments.getAccount(accountId)
    const isRecorded = await db.transaction().execute(async (trx) => {
      if (!(await recordReady(trx, row, isReady))) return false
      if (isReady) await money.accountReady(trx, row.user_id)
      return true
    })
    if (!isRecorded) continue
    if (row.is_ready !== isReady) live.billingMoved(row.user_id)
    return
  }
}
