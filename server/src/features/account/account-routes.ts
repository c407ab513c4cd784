import { deleteAccount } from '@plinth/contract/people/account.ts'
import type { AccountDeletion } from '../../core/account/deletion.ts'
import type { Context } from '../../deps.ts'
import { requireRecentSignIn } from '../../http/guards.ts'
import { registerExports } from './export/export-routes.ts'
import { purgeAccounts } from './account-jobs.ts'
import { registerRestore } from './restore-routes.ts'

const PURGE_JOB = 'account.purge'

/** Export, deletion, restoring and purging of accounts. */
export function registerAccount(context: Context, deletion: AccountDeletion): void {
  const { mount, deps } = context
  registerExports(context)
  registerRestore(context, deletion)

  mount(deleteAccount, async ({ viewer }) => {
    requireRecentSignIn(viewer, deps.now())
    const purgedAfter = await deletion.remove(viewer.id)
    return { purgedAfter: purgedAfter.toISOString() }
  })

  deps.jobs.work(PURGE_JOB, () => purgeAccounts(deps), { schedule: '23 * * * *' })
}
