import { getUnreadCount } from '@plinth/contract/notifications/notifications.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { countUnread } from '../../db/unread-sql.ts'
import type { Deps } from '../../deps.ts'
import type { PagesOptions } from '../../http/pages.ts'
import { getOwnUser } from '../users/user-queries.ts'

/** Who is signed in and how much is unread, for the first paint of every page. */
export const sessionBoot =
  ({ db }: Deps): PagesOptions['bootAlways'] =>
  async (viewer) => {
    if (viewer === null) return [[queryKey(getViewer), null]]
    const [user, unread] = await Promise.all([
      getOwnUser(db, viewer.id),
      countUnread(db, [viewer.id]),
    ])
    return [
      [queryKey(getViewer), user],
      [queryKey(getUnreadCount), { count: unread.get(viewer.id) ?? 0 }],
    ]
  }
