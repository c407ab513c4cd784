import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { payWithCard } from '../payments.ts'
import { dayAhead, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { smallPng } from '../files.ts'
import { deliver, escrow, hire, menu, expectRoomHeading, openRoom } from '../projects.ts'

// With reduced motion, because contrast must not be measured while something fades in.
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const roomOf = async (client: Page, creator: Page, subject: string) =>
  `/projects/${await openRoom(client, creator, subject)}`

const step = (page: Page) =>
  page.getByRole('list', { name: 'How far it is' }).locator('[aria-current=step]')

/** Accepts the current offer and pays. The conversation shows the offer as well. */
async function payDeposit(client: Page): Promise<void> {
  const words = 'Accept and pay $225'
  const offer = client.getByRole('region', { name: 'Marit proposes' })
  await offer.getByRole('button', { name: words }).click()
  await client.getByRole('alertdialog').getByRole('button', { name: words }).click()
  await payWithCard(client, 'Pay $225.00')
}

test('a whole hire in two browsers, from the quote to the originals', async ({ openBrowser }) => {
  test.slow()
  const [client, creator] = [await openBrowser(), await openBrowser()]
  const complaints = [client, creator].map(watchForComplaints)
  await client.emulateMedia({ reducedMotion: 'reduce' })
  const { name } = await signUp(client, 'Ada')
  await signInAs(creator, 'Marit')
  const room = await roomOf(client, creator, `Forty bowls for ${name}`)

  // The offer and the deposit.
  await client.goto(plinthUrl() + room)
  await expectRoomHeading(client, 'Quote: $450, yours to accept')
  await expect(step(client)).toContainText('Requested')
  await payDeposit(client)
  await expect(client.getByText('Payment Successful', { exact: true })).toBeVisible()
  await expectRoomHeading(client, 'Marit is at work')
  await expect(escrow(client)).toContainText('Held by Plinth$225')

  // The other person's open room updates live.
  await creator.goto(plinthUrl() + room)
  await expectRoomHeading(creator, /^Deliver by/)
  await creator.getByRole('checkbox', { name: '“Three tiles chosen” is done' }).click()
  await expect(client.getByText(/^Done \d/)).toBeVisible()

  // A delivery is reviewed, and a change is requested.
  await deliver(creator, [await smallPng('jar-front.png', '#24566b')], 'First ten.')
  await expectRoomHeading(client, 'Delivery 1 is ready for you')
  await expect(client.getByRole('link', { name: /jar-front/ })).toHaveCount(0)
  for (const viewport of [PHONE, DESKTOP]) {
    await client.setViewportSize(viewport)
    await expectAccessible(client, `a delivery at ${viewport.width}`)
  }
  await client.getByRole('button', { name: 'Request a change' }).click()
  const dialog = client.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Request the change' }).click()
  await expect(dialog.getByText('Say what should change.')).toBeVisible()
  await dialog.getByRole('textbox').fill('The rim is too thick.')
  await dialog.getByRole('button', { name: 'Request the change' }).click()
  await expectRoomHeading(client, 'You asked for a change')

  await expectRoomHeading(creator, `Ada asks for a change`)
  await expect(creator.getByText('The rim is too thick.').first()).toBeVisible()
  await deliver(creator, [await smallPng('jar-thin.png', '#6b5624')], 'Thinner.')

  // After approval and payment, the originals open and the money is transferred.
  await expectRoomHeading(client, 'Delivery 2 is ready for you')
  await client.getByRole('button', { name: 'Approve and pay the balance, $225' }).click()
  await client
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Approve and pay $225' })
    .click()
  await payWithCard(client, 'Pay $225.00')
  await expectRoomHeading(client, 'The originals are yours')
  await expect(client.getByRole('link', { name: /jar-thin/ })).toBeVisible()
  // Until the payment is confirmed, a status line above the room pushes the thumbnail down.
  await expect(client).not.toHaveURL(/checkout=/)
  const thumbnail = client.getByRole('button', { name: 'Look at jar-thin.png' })
  await expect(thumbnail).toBeVisible({ timeout: 60_000 })
  await thumbnail.click()
  const look = client.getByRole('dialog').getByRole('img', { name: 'jar-thin.png', exact: true })
  await expect(look).toHaveAttribute('src', /\/original\?/)
  await expect(look).toHaveJSProperty('naturalWidth', 640)
  await client.keyboard.press('Escape')
  await expectRoomHeading(creator, 'Finished and paid')
  await expect(escrow(creator)).toContainText('Released to you$450')
  await expect(escrow(creator)).toContainText('Held by Plinth$0')

  // It is no longer open, and listed under finished.
  await client.goto(`${plinthUrl()}/projects`)
  await expect(client.getByText('Nothing under way')).toBeVisible()
  await client.getByRole('link', { name: 'Closed' }).click()
  await expect(client.getByRole('listitem').filter({ hasText: 'Completed' })).toContainText('$450')
  expect(complaints.flat()).toEqual([])
})

test('a cancellation that both accept divides the deposit and shows both where it went', async ({
  openBrowser,
}) => {
  test.slow()
  const [client, creator] = [await openBrowser(), await openBrowser()]
  await client.emulateMedia({ reducedMotion: 'reduce' })
  const { name } = await signUp(client, 'Ida')
  await signInAs(creator, 'Marit')
  const room = await roomOf(client, creator, `A jar for ${name}`)
  await client.goto(plinthUrl() + room)
  await payDeposit(client)
  await expectRoomHeading(client, 'Marit is at work')

  await menu(client, 'Propose to end it')
  const split = client.getByRole('dialog')
  // The menu stays until the dialog is open.
  await expect(split).toBeVisible()
  await expect(client.getByRole('menu')).toHaveCount(0)
  await expectAccessible(client, 'an end that is proposed')
  await split.getByLabel('Back to Ida, in dollars').fill('300')
  await expect(split.getByText('Write a sum between $0 and $225.')).toBeVisible()
  await split.getByLabel('Back to Ida, in dollars').fill('200')
  await expect(split.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    '$200 back, $25 to the maker',
  )
  await split.getByRole('textbox', { name: 'Why' }).fill('The room will not open this year.')
  await split.getByRole('button', { name: 'Propose $200 back' }).click()
  await expect(client.getByText('Proposed', { exact: true })).toBeVisible()

  await creator.goto(plinthUrl() + room)
  await expect(creator.getByText('The room will not open this year.').first()).toBeVisible()
  await creator.getByRole('button', { name: 'Accept and end it' }).click()
  const end = creator.getByRole('alertdialog')
  await expect(end).toContainText(
    /\$25 to Marit\..*The card fee of \$[\d.]+ comes out of your part\./,
  )
  await end.getByRole('button', { name: 'End it, $200 back' }).click()
  await expectRoomHeading(creator, 'The project was ended')
  await expectRoomHeading(client, 'The project was ended')
  await expect(escrow(client)).toContainText('Back to you$200')
  await expect(escrow(client)).toContainText('Released to Marit$25')
})

test('a paid request is accepted with a delivery date, or declined and refunded', async ({
  openBrowser,
}) => {
  test.slow()
  const [client, creator] = [await openBrowser(), await openBrowser()]
  await signUp(client, 'Una')
  await signInAs(creator, 'Marit')
  const paid = async (description: string) => {
    const { id } = await hire(client, creator, description)
    await payWithCard(client, /^Pay \$/)
    await expectRoomHeading(client, 'Marit has your request')
    return `/projects/${id}`
  }

  await creator.goto(plinthUrl() + (await paid('One jar, 46 cm, for a window.')))
  await creator.getByRole('button', { name: 'Accept and name a day' }).click()
  const dialog = creator.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(dialog.getByText('Pick a day between today and a year from now.')).toBeVisible()
  await dialog.getByLabel('Final delivery').fill(dayAhead(20))
  await dialog.getByRole('button', { name: /^Accept, deliver by/ }).click()
  await expectRoomHeading(creator, /^Deliver by/)
  await expectRoomHeading(client, 'Marit is at work')

  await creator.goto(plinthUrl() + (await paid('Another one, larger.')))
  await creator.getByRole('button', { name: 'Decline', exact: true }).click()
  await dialog.getByRole('textbox').fill('The kiln is down until March.')
  await dialog.getByRole('button', { name: /^Decline, send \$/ }).click()
  await expectRoomHeading(creator, 'You declined')
  await expectRoomHeading(client, 'Marit declined')
  await expect(client.getByText('The kiln is down until March.').first()).toBeVisible()
  await expect(escrow(client)).toContainText('Held by Plinth$0')
  await expect(escrow(client)).toContainText(/Back to you\$/)
})

test('project rooms and their list are accessible at both widths', async ({ openBrowser }) => {
  test.slow()
  const [client, creator] = [await openBrowser(), await openBrowser()]
  const { name } = await signUp(client, 'Eda')
  await signInAs(creator, 'Marit')
  const room = await roomOf(client, creator, `Tiles for ${name}`)
  await client.emulateMedia({ reducedMotion: 'reduce' })
  await client.goto(plinthUrl() + room)
  await expectRoomHeading(client, 'Quote: $450, yours to accept')
  for (const viewport of [DESKTOP, PHONE]) {
    await client.setViewportSize(viewport)
    await expectAccessible(client, `the room at ${viewport.width}`)
    await client.getByRole('button', { name: 'Propose something else' }).click()
    await expect(client.getByRole('dialog')).toBeVisible()
    await expectAccessible(client, `other terms at ${viewport.width}`)
    await client.keyboard.press('Escape')
    await expect(client.getByRole('dialog')).toHaveCount(0)
  }
  await client.goto(`${plinthUrl()}/projects`)
  await expect(
    client.getByRole('listitem').filter({ hasText: 'Quote: $450, yours to accept' }),
  ).toBeVisible()
  for (const viewport of [DESKTOP, PHONE]) {
    await client.setViewportSize(viewport)
    await expectAccessible(client, `the list at ${viewport.width}`)
  }
  await client.goto(`${plinthUrl()}/projects/01990000-0000-7000-8000-000000000000`)
  await expect(client.getByText('Project not found')).toBeVisible()
  await expectAccessible(client, 'no room')
})
