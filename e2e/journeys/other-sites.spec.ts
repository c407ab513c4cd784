import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { call, plinthUrl, signUp, test } from '../people.ts'

/** A site of somebody else, on another host than Plinth's. */
let site: Server
let siteUrl: string

test.beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
})
test.afterAll(() => new Promise((resolve) => site.close(resolve)))

interface Answer {
  status: number
  body: unknown
}

/** What a page of the other site reads; null where the browser keeps the answer from it. */
const read = (page: Page, path: string, init: object = {}): Promise<Answer | null> =>
  page.evaluate(`
    fetch(${JSON.stringify(plinthUrl() + path)}, ${JSON.stringify(init)})
      .then(async (answer) => ({ status: answer.status, body: await answer.json() }))
      .catch(() => null)`)

const LIKE = { method: 'POST', headers: { 'content-type': 'application/json' } }

test('another site reads what is public, and acts for a person with their token alone', async ({
  page,
}) => {
  await signUp(page, 'Program')
  const [work] = await call<{ id: string }[]>(page, 'GET', '/api/portfolios?limit=1')
  const path = `/api/portfolios/${work?.id ?? ''}`
  const tokenOf = async (scopes: string[]) => {
    const data = { name: 'My site', scopes, days: 7 }
    return (await call<{ text: string }>(page, 'POST', '/api/tokens', { data })).text
  }
  const [reads, writes] = [await tokenOf(['works:read']), await tokenOf(['works:write'])]
  await page.goto(siteUrl)

  expect(await read(page, path)).toMatchObject({ status: 200, body: { isLiked: false } })
  // Signed in to Plinth in the same browser, which must be of no use to the other site.
  expect(await read(page, path, { credentials: 'include' })).toBeNull()
  expect(await read(page, '/api/auth/user')).toMatchObject({ status: 401 })
  const liking = { ...LIKE, body: '{"liked":true}' }
  expect(await read(page, `${path}/like`, { ...liking, credentials: 'include' })).toBeNull()
  expect((await read(page, `${path}/like`, liking))?.status).not.toBe(200)

  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const withToken = (token: string) => ({
    ...liking,
    headers: { ...liking.headers, ...as(token) },
  })
  expect(await read(page, `${path}/like`, withToken(reads))).toMatchObject({ status: 403 })
  expect(await read(page, path, { headers: as(reads) })).toMatchObject({ body: { isLiked: false } })
  expect(await read(page, `${path}/like`, withToken(writes))).toMatchObject({ status: 200 })
  expect(await read(page, path, { headers: as(reads) })).toMatchObject({ body: { isLiked: true } })
})

test('another site shows public pictures and the page to embed, and no other page', async ({
  page,
}) => {
  const [work] = await call<{ id: string; picture: { originalUrl: string } }[]>(
    page,
    'GET',
    '/api/portfolios?limit=1',
  )
  await page.goto(siteUrl)
  const width = await page.evaluate(`(async () => {
    const image = new Image()
    image.src = '${plinthUrl()}${work?.picture.originalUrl ?? ''}'
    await image.decode()
    return image.naturalWidth
  })()`)
  expect(width).toBeGreaterThan(0)

  const frame = async (path: string) => {
    await page.setContent(`<iframe src="${plinthUrl()}${path}" width="600" height="600"></iframe>`)
    return page.frameLocator('iframe')
  }
  const embedded = await frame(`/embed/portfolio/${work?.id ?? ''}`)
  await expect(embedded.getByRole('link', { name: 'Plinth' })).toBeVisible()
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  )
  await frame(`/portfolio/${work?.id ?? ''}`)
  await refused
})
