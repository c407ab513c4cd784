import { randomUUID } from 'node:crypto'
import { createReport } from '@plinth/contract/moderation/moderation.ts'
import { createAdvertisementInquiry } from '@plinth/contract/money/advertising.ts'
import { beforeAll, expect, it } from 'vitest'
import { TIME } from './http/mount.ts'
import { populateAccount, type PopulatedAccount } from '../test/content/account.ts'
import type { Person } from '../test/app.ts'
import { contractEndpoints } from '../test/contract.ts'
import { jsonOf, valueOf } from '../test/input.ts'
import { paidApp } from '../test/money/cards.ts'

/** Whatever looks like a time in an answer has the one form, whether JavaScript or the database wrote it. */
const t = paidApp()
let world: PopulatedAccount
let admin: Person
beforeAll(async () => {
  world = await populateAccount(t, 'Canary')
  admin = await t.person('Admin', { isAdmin: true, isCreator: true })
  const report = { kind: 'post', id: world.otherPostId, reason: 'spam', text: '' }
  await t.call(createReport, { as: world.third, body: report })
  await t.call(createAdvertisementInquiry, {
    body: {
      businessName: 'Honey',
      contactName: 'Rosa',
      email: 'rosa@example.com',
      adType: 'post',
      duration: 'week',
      description: 'Two honeys.',
    },
  })
})

const reads = (await contractEndpoints()).filter(({ method }) => method === 'GET')

const timesIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)
      ? [value]
      : []
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(timesIn)
      : []

it('have one form in every answer', async () => {
  const { person, postId, workId, commentId, projectId, mediaIds } = world
  const { body: conversations } = await t.request({
    method: 'GET',
    url: '/api/conversations',
    as: person,
  })
  const { body: reports } = await t.request({
    method: 'GET',
    url: '/api/admin/reports',
    as: admin,
  })
  const ids = [person.id, postId, workId, commentId, projectId, ...mediaIds]
  const others = [conversations[0]?.id, reports[0]?.id].filter((id) => id !== undefined)
  let seen = 0
  const answered = new Set<string>()
  for (const { path, params, query } of reads) {
    const search = new URLSearchParams(
      valueOf({ type: 'object', ...jsonOf(query) }, randomUUID()) as Record<string, string>,
    ).toString()
    const needsId = jsonOf(params).properties?.['id'] !== undefined
    for (const id of needsId ? [...ids, ...others] : ['']) {
      for (const as of [person, admin]) {
        const url = path
          .replace(':id', id as string)
          .replace(':tag', 'ink')
          .replace(':period', '30')
          .replace(':handle', 'nobody')
        const { status, body } = await t.request({ method: 'GET', url: `${url}?${search}`, as })
        if (status !== 200) continue
        const times = timesIn(body)
        seen += times.length
        if (times.length > 0) answered.add(path)
        expect([path, times.filter((time) => !TIME.test(time))]).toEqual([path, []])
      }
    }
  }
  // The world has a bit of everything, so that this looks at something.
  expect(seen).toBeGreaterThan(100)
  expect(answered.size).toBeGreaterThan(25)
})
