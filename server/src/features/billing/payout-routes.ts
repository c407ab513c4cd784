import { createHash } from 'node:crypto'
import {
  confirmPayouts,
  connectPayouts,
  getPayoutAccount,
  type PayoutAccount,
} from '@plinth/contract/money/billing.ts'
import { callProvider } from '../../core/money/provider.ts'
import type { Money } from '../../core/money/money.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import {
  findAccount,
  findEmail,
  saveAccount,
  mayBePaid,
  recordReady,
  sumPayouts,
} from './payout-queries.ts'

export function registerPayouts({ mount, deps }: Context, money: Money): void {
  const { db, payments, env } = deps

  mount(getPayoutAccount, ({ viewer }) => viewPayouts(deps, viewer.id))

  mount(connectPayouts, async ({ viewer }) => {
    if (!(await mayBePaid(db, viewer.id)))
      throw new AppError('auth.forbidden', 'This is for creators.')
    const back = `${env.publicUrl}/statement?payouts=`
    const url = await callProvider(async () =>
      payments.openOnboarding(await accountOf(deps, viewer.id), {
        returnUrl: `${back}done`,
        refreshUrl: `${back}again`,
      }),
    )
    return { url }
  })

  mount(confirmPayouts, async ({ viewer }) => {
    const account = await findAccount(db, { userId: viewer.id })
    if (account !== undefined) await callProvider(() => readBack(deps, money, account.account_id))
    return viewPayouts(deps, viewer.id)
  })

  money.onEvent(['account.updated'], ({ objectId }) => readBack(deps, money, objectId))
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
