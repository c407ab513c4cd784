import type { Project } from '@plinth/contract/projects/projects.ts'
import { expect, type Page } from '@playwright/test'
import {
  endSubscription,
  leaveCheckout,
  payByCard,
  payWithDeclinedCard,
  returnRefund,
} from '../payments.ts'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { call, plinthUrl, signInAs, signUp, test } from '../people.ts'
import { smallPng } from '../files.ts'
import {
  deliver,
  escrow,
  hire,
  menu,
  expectRoomHeading,
  openPaidRoom,
  letDaysPass,
} from '../projects.ts'

const roomAt = (id: string) => `${plinthUrl()}/projects/${id}`
const line = (page: Page) => page.getByRole('main')
const decide = (page: Page, words: string | RegExp) =>
  page.getByRole('button', { name: words }).first().click()
const sure = (page: Page, words: string | RegExp) =>
  page.getByRole('alertdialog').getByRole('button', { name: words }).click()

test('a declined card starts nothing; a withdrawn request returns the deposit, again if a bank sends it back', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const [creator, admin] = [await openBrowser(), await openBrowser()]
  await signUp(page, 'Tuva')
  await signInAs(creator, 'Marit')
  const { id } = await hire(page, creator, 'One jar, 46 cm.')
  await payWithDeclinedCard(page)
  await leaveCheckout(page)
  await page.goto(roomAt(id))
  await expectRoomHeading(page, 'Pay the deposit to start')
  await expect(escrow(page)).toContainText('Held by Plinth$0')
  await decide(page, /^Pay the deposit, \$/)
  await payByCard(page)
  await expectRoomHeading(page, 'Marit has your request')

  await menu(page, 'Withdraw the request')
  await sure(page, /^Withdraw, get \$/)
  await expectRoomHeading(page, 'You withdrew the request')
  await expect(escrow(page)).toContainText(/Back to you\$\d/)
  await returnRefund(page, id)
  await expect(line(page)).toContainText(
    /The bank returned your refund of \$\d+\. It’s still yours/,
  )
  await expectAccessibleAtBothWidths(page, 'a refund that was returned')

  await signInAs(admin, 'Leila')
  await admin.goto(roomAt(id))
  await admin.getByRole('button', { name: 'Send the refund again' }).click()
  await expect(admin.getByText('We’re sending the refund again', { exact: true })).toBeVisible()
  await expect(escrow(page)).toContainText(
    /We sent the refund of \$\d+ on |We refunded \$\d+ to the card/,
  )
  await expect(line(page)).not.toContainText('The bank returned')
})

test('deadlines decide: a request expires, a late deposit is returned, a delivery is approved', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const creator = await openBrowser()
  const { name } = await signUp(page, 'Ylva')
  await signInAs(creator, 'Marit')
  const { id: unanswered } = await hire(page, creator, 'A jar for the stairs.')
  await payByCard(page)
  await expectRoomHeading(page, 'Marit has your request')
  await letDaysPass(unanswered, 8)
  await expectRoomHeading(page, 'The request expired')
  await expect(line(page)).toContainText(/Marit didn’t answer in time\. All \$\d+ goes back/)
  await expectAccessibleAtBothWidths(page, 'a request that expired')

  const late = await openPaidRoom(page, creator, `Tiles for ${name}`)
  await letDaysPass(late, 30)
  await page.goto(roomAt(late))
  await decide(page, 'Take the deposit back, $225')
  await sure(page, 'Take $225 back')
  await expectRoomHeading(page, 'The project was cancelled')
  await expect(line(page)).toContainText('nothing was delivered 14 days after the agreed date')
  await expect(escrow(page)).toContainText('Back to you$225')

  const id = await openPaidRoom(page, creator, `Bowls for ${name}`)
  await creator.goto(roomAt(id))
  const files = [await smallPng('bowl-a.png', '#24566b'), await smallPng('bowl-b.png', '#6b5624')]
  await deliver(creator, files, 'Both sides.')
  await expectRoomHeading(page, 'Delivery 1 is ready for you')
  await letDaysPass(id, 8)
  await expectRoomHeading(page, 'Approved: pay the balance')
  await expect(line(page)).toContainText('You didn’t answer within 7 days')
  await expectRoomHeading(creator, 'Your delivery is approved')
  await expectAccessibleAtBothWidths(page, 'a delivery that counts as approved')
  await expect(page.getByRole('link', { name: /^Download all/ })).toHaveCount(0)

  await decide(page, 'Pay the balance, $225')
  await sure(page, 'Approve and pay $225')
  await payWithDeclinedCard(page)
  await leaveCheckout(page)
  await page.goto(roomAt(id))
  await expectRoomHeading(page, 'Approved: pay the balance')
  await decide(page, 'Pay the balance, $225')
  await sure(page, 'Approve and pay $225')
  await payByCard(page)
  await expectRoomHeading(page, 'The originals are yours')
  await expect(escrow(page)).toContainText('Released to Marit$450')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download all, / }).click()
  expect((await download).suggestedFilename()).toBe(`Bowls for ${name}, delivery 1.zip`)
  await expectAccessibleAtBothWidths(page, 'the originals')
})

test('a creator whose subscription ended finishes open projects and publishes nothing new', async ({
  page,
  openBrowser,
}) => {
  test.slow()
  const creator = await openBrowser()
  const { id: creatorId } = await signUp(creator, 'Ragna')
  await call<{ subscriptionUrl: string }>(creator, 'POST', '/api/become-creator').then(
    ({ subscriptionUrl }) => creator.goto(subscriptionUrl),
  )
  await payByCard(creator)
  await expect(creator.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  const { name } = await signUp(page, 'Oda')
  const id = await openPaidRoom(page, creator, `A bench for ${name}`)

  await endSubscription(page, creatorId)
  const rights = async () =>
    (await call<{ isCreator: boolean }>(creator, 'GET', '/api/auth/user')).isCreator
  await expect.poll(rights).toBe(false)
  const refused = await creator.request.post(`${plinthUrl()}/api/upload`, {
    headers: { origin: plinthUrl() },
    data: {},
  })
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({ code: 'creator.required' })

  await creator.goto(roomAt(id))
  await deliver(creator, [await smallPng('bench.png', '#44361f')], 'In oak.')
  await letDaysPass(id, 8)
  await expectRoomHeading(creator, 'Your delivery is approved')
  await letDaysPass(id, 15)
  await expectRoomHeading(creator, 'Settled')
  await expect(line(creator)).toContainText('The balance wasn’t paid within 14 days. You get $225.')
  await page.goto(roomAt(id))
  await expectRoomHeading(page, 'Settled')
  await expectAccessibleAtBothWidths(page, 'an abandoned project')
  const { money } = await call<Project>(page, 'GET', `/api/projects/${id}`)
  expect(money).toMatchObject({ held: 0, released: 225, refunded: 0 })
})
