import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listFollowers } from '@plinth/contract/people/users.ts'
import type { Database } from '../../db/pool.ts'
import type { HotResult } from '../../http/mount.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import type { Who } from '../session/viewer-sql.ts'
import { listPeople, type Side } from './follow-queries.ts'

/** Who follows somebody or whom they follow. A search without a letter or digit is no filter. */
export function findPeople(
  db: Database,
  who: Who,
  { side, userId }: { side: Side; userId: string },
  { cursor, limit = PAGE_SIZE, search = '' }: QueryOf<typeof listFollowers>,
): Promise<HotResult> {
  return listPeople(db, who, {
    side,
    userId,
    limit,
    after: decodeTimeCursor(cursor, side),
    search: /[\p{L}\p{N}]/u.test(search) ? search : undefined,
  })
}
