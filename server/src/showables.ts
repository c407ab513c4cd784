import type { Showables } from './features/boards/board-sql.ts'
import { isSeen as isWorkSeen, shownItem } from './features/portfolios/portfolio-sql.ts'
import { isSeen as isPostSeen, shownPost } from './features/posts/post-sql.ts'

/** What can be put on boards, as lists show it. */
export const showables: Showables = {
  works: { shown: shownItem, isSeen: isWorkSeen },
  posts: { shown: shownPost, isSeen: isPostSeen },
}
