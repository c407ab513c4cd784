import {
  enterProofRoom,
  makeProofLink,
  PASS_HEADER,
  type GuestPass,
  type MadeProofLink,
  type NewProofLink,
} from '@plinth/contract/proofing/links.ts'
import { expect } from 'vitest'
import type { Answer, Person, TestApp } from '../app.ts'

/** The secret in the address of a link. */
export const secretOf = ({ url }: Pick<MadeProofLink, 'url'>): string => new URL(url).hash.slice(1)

/** Makes a link for guests that works for a week, unless told otherwise. */
export async function makeLink(
  site: TestApp,
  of: { as: Person; roomId: string } & Partial<NewProofLink>,
): Promise<MadeProofLink> {
  const { as, roomId, ...wanted } = of
  const answer = await site.call(makeProofLink, {
    as,
    params: { id: roomId },
    body: { name: 'The printer', right: 'comment', days: 7, ...wanted },
  })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as MadeProofLink
}

export const tryToEnter = (
  site: TestApp,
  link: MadeProofLink,
  body: { name?: string; password?: string; code?: string; email?: string; secret?: string },
): Promise<Answer> =>
  site.call(enterProofRoom, {
    params: { id: link.id },
    body: { secret: secretOf(link), ...body },
  })

/** Comes in by a link. Returns the headers of the guest's calls and who they are. */
export async function enter(
  site: TestApp,
  link: MadeProofLink,
  body: { name?: string; password?: string; code?: string; email?: string } = { name: 'Aino' },
): Promise<GuestPass & { headers: Record<string, string> }> {
  const answer = await tryToEnter(site, link, body)
  expect(answer).toMatchObject({ status: 201 })
  const pass = answer.body as GuestPass
  return { ...pass, headers: { [PASS_HEADER]: pass.pass } }
}
