import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { getProfile, listFollowers, listFollowing } from '@plinth/contract/people/users.ts'
import { resolveHandle } from '@plinth/contract/people/handles.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { plainPagesOf } from '../../lib/cache/pages.ts'
import type { PeopleKind } from '../../lib/routing/profile-search.ts'

export const profileQuery = (id: string) => answerOf(getProfile, { params: { id } })

/** Whose handle it is. */
export const handleQuery = (handle: string) => answerOf(resolveHandle, { params: { handle } })

/**
 * Who follows somebody, or whom they follow, in pages. The result of the last search stays until the next one is there.
 */
export const peopleQuery = (kind: PeopleKind, id: string, words: string) =>
  infiniteQueryOptions({
    ...plainPagesOf(kind === 'followers' ? listFollowers : listFollowing, {
      params: { id },
      query: { search: words === '' ? undefined : words },
    }),
    placeholderData: keepPreviousData,
  })
