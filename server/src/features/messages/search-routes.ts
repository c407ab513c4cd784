import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { searchMessages } from '@plinth/contract/messages/messages.ts'
import type { Context } from '../../deps.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { findMessages, SEARCH_LIST } from './search-queries.ts'

export function registerMessageSearch({ mount, deps: { db } }: Context): void {
  mount(searchMessages, ({ viewer, query: { search, cursor, limit = PAGE_SIZE } }) =>
    findMessages(db, {
      viewerId: viewer.id,
      search,
      limit,
      after: decodeTimeCursor(cursor, SEARCH_LIST),
    }),
  )
}
