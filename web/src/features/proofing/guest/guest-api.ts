import { queryOptions } from '@tanstack/react-query'
import {
  enterProofRoom,
  openProofLink,
  sendProofCode,
  type GuestPass,
} from '@plinth/contract/proofing/links.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { ApiError, call } from '../../../lib/api/api.ts'
import { isPreparing, POLL_MS, proofMarksQuery, proofRoomQuery } from '../proof-api.ts'

/** Guests have no stream, so they ask. What was written they want to see soon, and new files can take longer. */
const MARKS_MS = 4_000
const ROOM_MS = 20_000

/** Whether the link has ended meanwhile, after which nothing is asked any more. */
export const hasEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'link.ended'

/** What a link leads to. Only whoever has its secret learns that. */
export const inviteQuery = (id: string, secret: string) =>
  queryOptions({
    // The secret is no part of the key, so that it stays out of what lists the cache.
    queryKey: queryKey(openProofLink, { params: { id } }),
    queryFn: ({ signal }) => call(openProofLink, { params: { id }, body: { secret }, signal }),
    retry: false,
  })

export const guestRoomQuery = (roomId: string) =>
  queryOptions({
    ...proofRoomQuery(roomId),
    refetchInterval: ({ state: { data, error } }) =>
      hasEnded(error) ? false : isPreparing(data) ? POLL_MS : ROOM_MS,
  })

export const guestMarksQuery = (roomId: string) =>
  queryOptions({
    ...proofMarksQuery(roomId),
    refetchInterval: ({ state }) => (hasEnded(state.error) ? false : MARKS_MS),
  })

export interface EnterFields {
  name: string
  email: string
  password: string
  code: string
}

const filled = <Name extends string>(name: Name, text: string) =>
  (text.trim() === '' ? {} : { [name]: text.trim() }) as { [N in Name]?: string }

export const enterRoom = (
  id: string,
  secret: string,
  { name, email, password, code }: EnterFields,
): Promise<GuestPass> =>
  call(enterProofRoom, {
    params: { id },
    body: {
      secret,
      ...filled('name', name),
      ...filled('email', email),
      ...filled('code', code),
      ...(password === '' ? {} : { password }),
    },
  })

export const sendCode = (id: string, secret: string, password: string) =>
  call(sendProofCode, {
    params: { id },
    body: { secret, ...(password === '' ? {} : { password }) },
  })
