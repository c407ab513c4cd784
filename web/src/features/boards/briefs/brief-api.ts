import type { QueryClient } from '@tanstack/react-query'
import {
  getBrief,
  getBriefForm,
  listBriefs,
  resendBrief,
  saveBriefDraft,
  sendBrief,
  thankForBrief,
  type Brief,
} from '@plinth/contract/boards/briefs.ts'
import { call, type CallInput } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { plainPagesOf } from '../../../lib/cache/pages.ts'
import { markOld, putAnswer } from '../../../lib/cache/writes.ts'

/** Read anew whenever it is opened: another device may have kept a newer draft. */
export const briefFormQuery = (boardId: string) => ({
  ...answerOf(getBriefForm, { params: { id: boardId } }),
  staleTime: 0,
  gcTime: 0,
})

/** Answers come while nobody looks. */
export const briefQuery = (id: string) => ({
  ...answerOf(getBrief, { params: { id } }),
  staleTime: 5_000,
})

export const briefsQuery = (boardId: string) => ({
  ...plainPagesOf(listBriefs, { params: { id: boardId } }),
  staleTime: 30_000,
})

const store = (client: QueryClient, brief: Brief): void => {
  putAnswer(client, briefQuery(brief.id), brief)
  void markOld(client, [listBriefs])
}

type DraftBody = CallInput<typeof saveBriefDraft>['body']
type BriefBody = CallInput<typeof sendBrief>['body']

export const keepDraft = (boardId: string, body: DraftBody) =>
  call(saveBriefDraft, { params: { id: boardId }, body })

export async function send(client: QueryClient, boardId: string, body: BriefBody): Promise<Brief> {
  const brief = await call(sendBrief, { params: { id: boardId }, body })
  store(client, brief)
  return brief
}

/** Sends what did not go, or tells the others. */
export async function actOn(
  client: QueryClient,
  id: string,
  act: 'resend' | 'thank',
): Promise<Brief> {
  const brief = await call(act === 'resend' ? resendBrief : thankForBrief, { params: { id } })
  store(client, brief)
  return brief
}
