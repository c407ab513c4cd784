import type { Board } from '@plinth/contract/boards/boards.ts'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../accessibility.ts'
import { leaveCheckout, payByCard, seeCheckout } from '../payments.ts'
import { call, plinthUrl, signInAs, signUp, test, watchForComplaints } from '../people.ts'

const DETAILS = 'Two for the sill, as tall as the plan says.'
const BOARD = 'Dark rooms'
const NOTE = 'Low light, like here.'

const form = (page: Page) => page.getByRole('dialog', { name: 'Hire Marit Solheim' })
const files = (page: Page) => form(page).getByRole('list', { name: 'Reference files' })
const shown = (page: Page) => form(page).getByRole('list', { name: 'Works and posts to look at' })

const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
})

/** A board with a noted work and one more. Returns the titles. */
async function makeBoard(page: Page): Promise<[string, string]> {
  const [first, second] = await call<PortfolioItem[]>(page, 'GET', '/api/portfolios?limit=2')
  const { id } = await call<Board>(page, 'POST', '/api/boards', { data: { title: BOARD } })
  const add = (data: object) => call(page, 'POST', `/api/boards/${id}/items`, { data })
  await add({ workId: first?.id, note: NOTE })
  await add({ workId: second?.id })
  return [first?.title ?? '', second?.title ?? '']
}

async function openForm(page: Page): Promise<void> {
  await page.goto(`${plinthUrl()}/?q=windowsill`)
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Hire Creator of Three for a Windowsill/ })
    .click()
  await expect(form(page).getByRole('button', { name: 'From a board' })).toBeVisible()
}

test('a hire takes files and works of a board to its creator, and loses none on the way', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  await signUp(page, 'Runa')
  const [first, second] = await makeBoard(page)
  await openForm(page)
  await form(page).getByLabel('Project details').fill(DETAILS)

  // Works are chosen by keyboard, and Escape closes only the choice.
  const fromBoard = form(page).getByRole('button', { name: 'From a board' })
  await fromBoard.press('Enter')
  await page
    .getByRole('dialog', { name: 'From a board' })
    .getByRole('button', { name: BOARD })
    .press('Enter')
  const choice = page.getByRole('dialog', { name: BOARD })
  await expect(choice.getByRole('button', { name: 'All boards' })).toBeFocused()
  for (const name of [first, second]) await choice.getByRole('checkbox', { name }).press('Space')
  await expect(choice.getByRole('status').first()).toHaveText('2 of 6 at most')
  await expect(choice.getByText('1 note', { exact: true })).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'works of a board for a hire')
  await page.keyboard.press('Escape')
  await expect(choice).toHaveCount(0)
  await expect(fromBoard).toBeFocused()
  await expect(shown(page).getByRole('listitem')).toHaveCount(2)
  await expect(shown(page)).toContainText(`“${NOTE}”`)
  await form(page)
    .getByRole('button', { name: `Remove ${second}` })
    .press('Enter')
  await expect(shown(page).getByRole('listitem')).toHaveCount(1)

  // Files are chosen or pasted; one that can't be sent says why.
  const add = form(page).getByLabel('Add reference files')
  await add.setInputFiles([textFile('empty.txt', ''), textFile('plan.txt', '46 cm')])
  await expect(files(page).getByRole('alert')).toContainText('empty.txt is empty.')
  await form(page).getByRole('button', { name: 'Remove empty.txt' }).press('Enter')
  await expect(files(page).getByText('Arrived')).toHaveCount(1)
  await page.evaluate(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['Lime plaster'], 'walls.txt', { type: 'text/plain' }))
    const pasted = new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
    document.activeElement.dispatchEvent(pasted)
  })()`)
  await expect(files(page).getByText('Arrived')).toHaveCount(2)
  // The tooltip of the button that has the focus is outside of every landmark.
  await form(page).getByLabel('Project details').focus()
  await expectAccessibleAtBothWidths(page, 'a hire with references')

  // All of it survives a failed send and a closed dialog.
  const send = form(page).getByRole('button', { name: 'Send request, pay $140' })
  await page.route('**/api/projects', (route) => route.abort(), { times: 1 })
  await send.click()
  await expect(
    page.getByText('Failed to send project request. Please try again.', { exact: true }).first(),
  ).toBeVisible()
  complaints.length = 0
  await page.keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)
  await openForm(page)
  await expect(form(page).getByText('Draft restored.')).toBeVisible()
  await expect(files(page).getByText('Arrived')).toHaveCount(2)
  await expect(shown(page)).toContainText(first)

  await send.dblclick()
  await seeCheckout(page)
  await leaveCheckout(page)
  await openForm(page)
  await expect(files(page).getByText('Arrived')).toHaveCount(2)
  await send.click()
  await payByCard(page)
  await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible()
  expect(await call<unknown[]>(page, 'GET', '/api/projects')).toHaveLength(1)

  const room = new URL(page.url()).pathname
  const maker = await openBrowser()
  await signInAs(maker, 'Marit', { path: room })
  for (const side of [page, maker]) {
    const references = side.getByRole('region', { name: 'References' })
    await expect(references.getByRole('link', { name: new RegExp(first) })).toBeVisible()
    await expect(references.getByText(`“${NOTE}”`)).toBeVisible()
    const plan = references.getByRole('link', { name: /plan\.txt/ })
    await expect(plan).toBeVisible()
    const address = (await plan.getAttribute('href')) ?? ''
    expect((await side.request.get(plinthUrl() + address)).status()).toBe(200)
  }
  await expectAccessibleAtBothWidths(maker, 'a room with references')
  expect(complaints).toEqual([])
})
