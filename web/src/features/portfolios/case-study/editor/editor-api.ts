import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  getDraft,
  getRevision,
  listRevisions,
  publishDraft,
  saveDraft,
} from '@plinth/contract/portfolios/drafts.ts'
import { listUnshown, setWorkState } from '@plinth/contract/portfolios/states.ts'
import { getCaseStudy, type Block } from '@plinth/contract/portfolios/studies.ts'
import { searchPeople } from '@plinth/contract/people/users.ts'
import { call } from '../../../../lib/api/api.ts'
import { answerOf } from '../../../../lib/cache/answers.ts'
import { markOld, readAgain } from '../../../../lib/cache/writes.ts'
import { refreshAfter } from '../../portfolio-cache.ts'
import type { Study } from './document/study-rules.ts'
import { creditTexts } from './editor-texts.ts'

const PEOPLE = 6
/** Addresses of files that visitors do not see yet open them for some minutes. */
const RENEW_MS = 4 * 60_000

/** The page as it was saved last. It is always read anew, since another window may have changed it. */
export const draftQuery = (id: string) => ({
  ...answerOf(getDraft, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
  refetchInterval: RENEW_MS,
})

export const revisionsQuery = (id: string) => ({
  ...answerOf(listRevisions, { params: { id } }),
  staleTime: 0,
})

export const revisionQuery = (id: string, revision: number) =>
  answerOf(getRevision, { params: { id, revision } })

export const scheduledQuery = () => ({
  ...answerOf(listUnshown, { query: { state: 'scheduled' } }),
  staleTime: 0,
})

export const peopleQuery = (words: string) => ({
  ...answerOf(searchPeople, { query: { search: words, limit: PEOPLE } }),
  enabled: words !== '',
})

export const readDraft = (id: string) => call(getDraft, { params: { id } })

/** A role that somebody is typing anew says what it says at first. */
const withRoles = (block: Block): Block =>
  block.type === 'credits'
    ? {
        ...block,
        people: block.people.map((line) =>
          line.role.trim() === '' ? { ...line, role: creditTexts.firstRole } : line,
        ),
      }
    : block

/** Saves a version; the query client leads to sign-in if the session has ended. */
export function useSaveDraft(id: string) {
  return useMutation({
    mutationFn: ({ study, base }: { study: Study; base: number }) =>
      call(saveDraft, {
        params: { id },
        body: { ...study, blocks: study.blocks.map(withRoles), base },
      }),
  }).mutateAsync
}

/** Visitors see something else now. */
async function refresh(client: QueryClient, id: string): Promise<void> {
  await markOld(client, [{ endpoint: getCaseStudy, params: { id } }, listUnshown])
  await readAgain(client, [{ endpoint: getDraft, params: { id } }])
  await refreshAfter(client, { type: 'update', id })
}

/** What is on screen could not be saved, so it cannot be published either. */
export class NotSaved extends Error {}

interface Publishing {
  revision: number
  /** Null leaves who sees the work as it is. */
  state:
    | { state: 'published'; alsoPost?: boolean }
    | { state: 'scheduled'; publishAt: string }
    | null
}

/** Shows a revision to visitors and then, if the work is a draft, the work. */
export function usePublish(id: string) {
  const client = useQueryClient()
  return async ({ revision, state }: Publishing): Promise<void> => {
    // A work without a saved page has none to publish.
    if (revision > 0) await call(publishDraft, { params: { id }, body: { revision } })
    if (state !== null) await call(setWorkState, { params: { id }, body: state })
    await refresh(client, id)
  }
}

export function useWorkState(id: string) {
  const client = useQueryClient()
  return async (state: 'draft' | 'published'): Promise<void> => {
    await call(setWorkState, { params: { id }, body: { state } })
    await refresh(client, id)
  }
}
