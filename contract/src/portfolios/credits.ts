import { Array as ListOf, Enum, Object as ObjectOf, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Time, entity, exact, idParams } from '../http/scalars.ts'
import { Picture } from '../media/media.ts'
import { Creator } from '../people/users.ts'
import { CREDIT_STATES } from './studies.ts'

/** What people did. Others are typed as they are. */
export const CREDIT_ROLES = [
  'Art direction',
  'Photography',
  'Film',
  'Editing',
  'Grade',
  'Sound',
  'Music',
  'Illustration',
  'Lettering',
  'Graphic design',
  'Print',
  'Making',
  'Styling',
  'Writing',
  'Production',
  'Client',
] as const

/** Somebody asks the caller whether they may be named beside a work. */
export const Credit = entity('Credit', {
  id: Id,
  role: Text(),
  state: Enum([...CREDIT_STATES]),
  work: exact({ id: Id, title: Text(), picture: Picture }),
  creator: Creator,
  askedAt: Time,
})
export type Credit = Static<typeof Credit>

export const listCredits = defineEndpoint({
  method: 'GET',
  path: '/api/credits',
  access: 'member',
  summary: 'Works that name the caller or ask to, the last asked first.',
  response: ListOf(Credit),
})

export const answerCredit = defineEndpoint({
  method: 'PUT',
  path: '/api/credits/:id',
  access: 'member',
  summary: 'Say whether a work may name the caller. The answer can be changed at any time.',
  params: ObjectOf(idParams),
  body: exact({ state: Enum(['accepted', 'declined']) }),
  response: Credit,
  errors: ['not_found'],
})
