import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { deleteAccount } from '@plinth/contract/people/account.ts'
import { listAccountEvents } from '@plinth/contract/people/activity.ts'
import { ACTIVITY_LIST, listActivity, sweepActivity } from '../../core/account/activity-queries.ts'
import type { AccountDeletion } from '../../core/account/deletion.ts'
import type { Context } from '../../deps.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { registerExports } from './export/export-routes.ts'
import { purgeAccounts } from './account-jobs.ts'
import { registerRestore } from './restore-routes.ts'

const ACTIVITY_JOB = 'account.activity-sweep'
const PURGE_JOB = 'account.purge'

/** Export, activity, deletion, restoring and purging of accounts. */
export function registerAccount(context: Context, deletion: AccountDeletion): void {
  const { mount, deps } = context
  registerExports(context)
  registerRestore(context, deletion)

  mount(deleteAccount, async ({ viewer }) => {
    const purgedAfter = await deletion.remove(viewer.id)
    return { purgedAfter: purgedAfter.toISOString() }
  })

  mount(listAccountEvents, ({ viewer, query: { cursor, limit = PAGE_SIZE } }) =>
    listActivity(deps.db, {
      userId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, ACTIVITY_LIST),
    }),
  )

  deps.jobs.work(ACTIVITY_JOB, () => sweepActivity(deps.db), { schedule: '47 * * * *' })
  deps.jobs.work(PURGE_JOB, () => purgeAccounts(deps), { schedule: '23 * * * *' })
}
