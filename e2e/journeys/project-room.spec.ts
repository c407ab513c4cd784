import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { payWithCard } from '../payments.ts'
import type { Checkout, Project, ProjectCard } from '@plinth/contract/projects/projects.ts'
import { call, dayAhead, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'
import { plainPdf, smallPng } from '../files.ts'
import {
  deliver,
  escrow,
  hire,
  menu,
  expectRoomHeading,
  openPaidRoom,
  openRoom,
} from '../projects.ts'

// With reduced motion, because contrast must not be measured while something fades in.
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const roomOf = async (client: Page, creator: Page, subject: string) =>
  `/projects/${await openRoom(client, creator, subject)}`

const step = (page: Page) =>
  page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]')

/** Accepts the current offer and pays. The conversation shows the offer as well. */
async function payDeposit(client: Page): Promise<void> {
  const words = 'Accept and pay $225'
  const offer = client.getByRole('region', { name: 'Offer from Marit' })
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
  await expectRoomHeading(client, 'Marit quoted $450')
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

  await expectRoomHeading(creator, `Ada asked for a change`)
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
  const thumbnail = client.getByRole('button', { name: 'View jar-thin.png' })
  // Previews are made with idle processor time, which other journeys leave little of.
  await expect(thumbnail).toBeVisible({ timeout: 150_000 })
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
  await expect(client.getByText('No open projects')).toBeVisible()
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

  await menu(client, 'Cancel the project')
  const split = client.getByRole('dialog')
  // The menu stays until the dialog is open.
  await expect(split).toBeVisible()
  await expect(client.getByRole('menu')).toHaveCount(0)
  await expectAccessible(client, 'an end that is proposed')
  await split.getByLabel('Back to Ida, in dollars').fill('300')
  await expect(split.getByText('Enter an amount between $0 and $225.')).toBeVisible()
  await split.getByLabel('Back to Ida, in dollars').fill('200')
  await expect(split.getByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    '$200 back, $25 to the creator',
  )
  await split.getByRole('textbox', { name: 'Why' }).fill('The room will not open this year.')
  await split.getByRole('button', { name: 'Ask to cancel, $200 back' }).click()
  await expect(client.getByText('Offer sent', { exact: true })).toBeVisible()

  await creator.goto(plinthUrl() + room)
  await expect(creator.getByText('The room will not open this year.').first()).toBeVisible()
  await creator.getByRole('button', { name: 'Accept and cancel' }).click()
  const end = creator.getByRole('alertdialog')
  await expect(end).toContainText(
    /\$25 to Marit\..*The card fee of \$[\d.]+ is deducted from your part\./,
  )
  await end.getByRole('button', { name: 'Cancel it, $200 back' }).click()
  await expectRoomHeading(creator, 'The project was cancelled')
  await expectRoomHeading(client, 'The project was cancelled')
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
  await creator.getByRole('button', { name: 'Accept and set a delivery date' }).click()
  const dialog = creator.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(dialog.getByText('Choose a day between today and a year from now.')).toBeVisible()
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
  await expectRoomHeading(client, 'Marit quoted $450')
  for (const viewport of [DESKTOP, PHONE]) {
    await client.setViewportSize(viewport)
    await expectAccessible(client, `the room at ${viewport.width}`)
    await client.getByRole('button', { name: 'Offer other terms' }).click()
    await expect(client.getByRole('dialog')).toBeVisible()
    await expectAccessible(client, `other terms at ${viewport.width}`)
    await client.keyboard.press('Escape')
    await expect(client.getByRole('dialog')).toHaveCount(0)
  }
  await client.goto(`${plinthUrl()}/projects`)
  await expect(client.getByRole('listitem').filter({ hasText: 'Marit quoted $450' })).toBeVisible()
  for (const viewport of [DESKTOP, PHONE]) {
    await client.setViewportSize(viewport)
    await expectAccessible(client, `the list at ${viewport.width}`)
  }
  await client.goto(`${plinthUrl()}/projects/01990000-0000-7000-8000-000000000000`)
  await expect(client.getByText('Project not found')).toBeVisible()
  await expectAccessible(client, 'no room')
})

test('what is typed for a dispute is still there after closing the dialog and after a reload', async ({
  openBrowser,
}) => {
  test.slow()
  const [client, creator] = [await openBrowser(), await openBrowser()]
  const { name } = await signUp(client, 'Ina')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(client, creator, `Plates for ${name}`)
  await client.goto(`${plinthUrl()}/projects/${id}`)
  const dialog = client.getByRole('dialog')
  const happened = dialog.getByRole('textbox', { name: /^What happened/ })
  const sum = dialog.getByRole('textbox', { name: /^How much should you get back/ })
  await menu(client, 'Ask Plinth to decide')
  await happened.fill('We agreed on blue.')
  await sum.fill('120')
  await client.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await menu(client, 'Ask Plinth to decide')
  await expect(happened).toHaveValue('We agreed on blue.')
  await client.reload()
  await menu(client, 'Ask Plinth to decide')
  await expect(happened).toHaveValue('We agreed on blue.')
  await expect(sum).toHaveValue('120')
})

test('a finished project asks for the review first, pinned on phones, and shows clean pictures', async ({
  openBrowser,
}) => {
  test.slow()
  const [client, creator] = [await openBrowser(), await openBrowser()]
  const { name } = await signUp(client, 'Asa')
  await signInAs(creator, 'Marit')
  const id = await openPaidRoom(client, creator, `Cups for ${name}`)
  await creator.goto(`${plinthUrl()}/projects/${id}`)
  const files = [await smallPng('cup.png', '#24566b'), await plainPdf('notes.pdf', ['One', 'Two'])]
  await deliver(creator, files, 'All of them.')
  const { url } = await call<Checkout>(client, 'POST', `/api/projects/${id}/complete`)
  await client.goto(url)
  await payWithCard(client, 'Pay $225.00')
  await expectRoomHeading(client, 'The originals are yours')

  const picture = client.getByRole('button', { name: 'View cup.png' }).getByRole('img')
  await expect(picture).toHaveAttribute('src', /\/picture\.webp\?/, { timeout: 60_000 })
  const notes = client.getByRole('button', { name: 'Read notes.pdf' })
  // Its pages are drawn after the picture.
  await expect(notes).toBeVisible({ timeout: 60_000 })
  await notes.click()
  const reader = client.getByRole('dialog')
  await expect(reader.getByText('Page 1 of 2')).toBeVisible()
  await expect(reader.getByText('One', { exact: true })).toBeAttached()
  await client.keyboard.press('ArrowRight')
  await expect(reader.getByText('Page 2 of 2')).toBeVisible()
  await expect(reader.getByText('Two', { exact: true })).toBeAttached()
  await expect(reader.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await expectAccessible(client, 'the page reader')
  await client.keyboard.press('Escape')

  await client.setViewportSize(PHONE)
  await client.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await client.getByRole('button', { name: 'Review Marit' }).click()
  await expect(client.getByRole('radio', { name: '1 star' })).toBeFocused()
  for (let star = 1; star < 5; star += 1) await client.keyboard.press('ArrowRight')
  await expect(client.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await client.getByPlaceholder('What should the next client know?').fill('Even glaze.')
  await client.getByRole('button', { name: 'Send review' }).click()
  await expect(client.getByRole('heading', { name: 'Your review' })).toBeVisible()
  await expect(client.getByRole('button', { name: 'Review Marit' })).toHaveCount(0)
  // There is no work that it was hired from, so the next one begins with an inquiry.
  await client.getByRole('link', { name: 'Ask Marit for more' }).click()
  await expect(client.getByRole('dialog', { name: /Marit/ })).toBeVisible()
  await client.keyboard.press('Escape')

  // The whole hire is one notification with its last event.
  await creator.goto(`${plinthUrl()}/?view=notifications`)
  await expect(
    creator
      .getByRole('listitem')
      .filter({ hasText: `Cups for ${name}`, hasNotText: 'business inquiry' }),
  ).toHaveCount(1)
})

test('a client hires somebody again, by keyboard, with the words of the last project', async ({
  page,
}) => {
  await signInAs(page, 'Ben')
  const closed = await call<ProjectCard[]>(page, 'GET', '/api/projects?box=closed')
  const done = closed.find(
    ({ role, status, work }) => role === 'client' && status === 'completed' && work !== null,
  )
  const project = await call<Project>(page, 'GET', `/api/projects/${done?.id}`)
  await page.goto(`${plinthUrl()}/projects/${project.id}`)
  const again = page.getByRole('link', { name: `Hire ${project.creator.firstName} again` })
  await expectAccessibleAtBothWidths(page, 'a completed project')
  await again.press('Enter')
  const details = page.getByRole('dialog').getByLabel('Project details')
  await expect(details).toHaveValue(project.description)
  // What was changed since stays.
  await details.fill('The same once more, in blue.')
  await page.keyboard.press('Escape')
  await again.press('Enter')
  await expect(details).toHaveValue('The same once more, in blue.')
})
