import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBothWidths } from '../accessibility.ts'
import { smallPng } from '../files.ts'
import { payByCard } from '../payments.ts'
import { call, plinthUrl, signUp, test, watchForComplaints } from '../people.ts'

test.describe.configure({ timeout: 240_000 })

const TITLES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
const COLOURS = ['#8a5a44', '#44608a', '#4a7a52', '#7a4a74', '#8a7a44', '#3f6f78']

/** A new creator with six works, of which the sixth is the newest. Returns the address of their profile. */
async function startWall(page: Page): Promise<string> {
  const { id } = await signUp(page, 'Runa')
  const asked = await call<{ subscriptionUrl: string }>(page, 'POST', '/api/become-creator')
  await page.goto(asked.subscriptionUrl)
  await payByCard(page)
  await expect(page.getByRole('heading', { name: 'Creator Dashboard' })).toBeVisible()
  for (const [at, title] of TITLES.entries()) {
    const name = `${title}.png`
    const bytes = await readFile(await smallPng(name, COLOURS[at] ?? '#000'))
    const media = await call<{ url: string }>(page, 'POST', `/api/media?fileName=${name}`, {
      data: bytes,
    })
    const data = { title, category: 'crafting', fileUrl: media.url, fileName: name }
    const work = await call<{ id: string }>(page, 'POST', '/api/upload', {
      data: { ...data, startingPrice: 100 + at },
    })
    const isListed = async () =>
      (await call<{ isListed: boolean }>(page, 'GET', `/api/portfolios/${work.id}`)).isListed
    await expect.poll(isListed, { timeout: 60_000 }).toBe(true)
  }
  return `${plinthUrl()}/creator/${id}`
}

const part = (page: Page, name: RegExp) => page.getByRole('region', { name })
const titlesIn = (page: Page, name: RegExp) =>
  part(page, name).getByRole('heading', { level: 3 }).allInnerTexts()
const pinned = (page: Page) => titlesIn(page, /^First on your profile/)
const wall = (page: Page) => titlesIn(page, /^Then the wall/)
const handle = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^Move ${title}, `) })
const onProfile = (page: Page) =>
  page.getByRole('main').getByRole('article').getByRole('heading', { level: 3 }).allInnerTexts()

test('a wall is arranged by keyboard, and visitors see it once it is shown', async ({
  page,
  openBrowser,
}) => {
  const complaints = watchForComplaints(page)
  const visitor = await openBrowser()
  const profile = await startWall(page)
  await visitor.goto(profile)
  const newest = ['Six', 'Five', 'Four', 'Three', 'Two', 'One']
  await expect.poll(() => onProfile(visitor)).toEqual(newest)

  await page.goto(profile)
  await page.getByRole('link', { name: 'Arrange your wall' }).click()
  await expect.poll(() => wall(page)).toEqual(newest)
  await expectAccessibleAtBothWidths(page, 'a wall before it is arranged')
  await expect(page.getByText('Visitors see your newest works first')).toBeVisible()

  // Picked up, moved to the front and put down; then moved by one and put back.
  await handle(page, 'One').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').getByText('Put down One, 1 of 6')).toBeAttached()
  await expect.poll(() => wall(page)).toEqual(['One', 'Six', 'Five', 'Four', 'Three', 'Two'])
  await expect(handle(page, 'One')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect.poll(() => wall(page)).toEqual(['One', 'Six', 'Five', 'Four', 'Three', 'Two'])
  await expect(page.getByText('1 move that visitors don’t see yet')).toBeVisible()

  // Three pins; a fourth asks which it replaces.
  for (const title of ['Three', 'Two', 'Four']) {
    await handle(page, title).focus()
    await page.keyboard.press('p')
    await expect.poll(() => pinned(page)).toContain(title)
    await expect(handle(page, title)).toBeFocused()
  }
  await handle(page, 'Five').focus()
  await page.keyboard.press('p')
  const question = page.getByRole('dialog', { name: 'Which one should it replace?' })
  await expect(question).toBeVisible()
  await expectAccessible(page, 'which pin to replace')
  await question.getByRole('button', { name: 'Replace Two' }).press('Enter')
  await expect.poll(() => pinned(page)).toEqual(['Three', 'Five', 'Four'])
  await expect.poll(() => wall(page)).toEqual(['One', 'Six', 'Two'])
  await handle(page, 'Four').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect.poll(() => pinned(page)).toEqual(['Three', 'Four', 'Five'])

  // A move that does not arrive can be sent again.
  await page.route('**/api/wall/entries/*', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await handle(page, 'Two').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(page.getByText('Not saved.')).toBeVisible()
  await page.unroute('**/api/wall/entries/*')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.poll(() => wall(page)).toEqual(['One', 'Two', 'Six'])

  // A series of two, which takes the place of the first of them.
  await page.getByRole('button', { name: 'New series' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Choose Six' }).press('Space')
  await page.getByRole('checkbox', { name: 'Choose Two' }).press('Space')
  await page.getByRole('button', { name: 'Make a series' }).press('Enter')
  const naming = page.getByRole('dialog', { name: 'New series' })
  await expectAccessible(page, 'naming a series')
  await naming.getByRole('textbox', { name: 'Title' }).fill('Glaze tests')
  await page.keyboard.press('Enter')
  await expect(naming).toHaveCount(0)
  await expect.poll(() => wall(page)).toEqual(['One', 'Glaze tests'])
  await expect(page.getByText('Series of 2, From $101')).toBeVisible()

  // S puts a work into it; undoing takes it out.
  await handle(page, 'One').focus()
  await page.keyboard.press('s')
  const into = page.getByRole('dialog', { name: 'Put “One” into a series' })
  await expectAccessible(page, 'choosing a series')
  await into.getByRole('button', { name: /Glaze tests/ }).press('Enter')
  await expect.poll(() => wall(page)).toEqual(['Glaze tests'])
  await page.getByRole('button', { name: 'Undo' }).first().press('Enter')
  await expect.poll(() => wall(page)).toEqual(['One', 'Glaze tests'])

  // H hides, and undo brings it back to its place.
  await handle(page, 'One').focus()
  await page.keyboard.press('h')
  await expect.poll(() => wall(page)).toEqual(['Glaze tests'])
  await expect(page.getByRole('heading', { name: 'Hidden 1' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => wall(page)).toEqual(['One', 'Glaze tests'])
  await expect(page.getByRole('heading', { name: 'Hidden 0' })).toBeVisible()

  // Pins behind a hidden one move up, and make room for it again.
  const first = await pinned(page)
  expect(first.length).toBeGreaterThan(1)
  await handle(page, first[0] ?? '').focus()
  await page.keyboard.press('h')
  await expect.poll(() => pinned(page)).toEqual(first.slice(1))
  await expect(page.getByRole('heading', { name: 'Hidden 1' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => pinned(page)).toEqual(first)
  await expect(page.getByRole('heading', { name: 'Hidden 0' })).toBeVisible()

  await visitor.reload()
  await expect.poll(() => onProfile(visitor)).toEqual(newest)
  await page.getByRole('button', { name: 'Show it to visitors' }).press('Enter')
  await expect(page.getByText('Visitors see your wall like this', { exact: true })).toBeVisible()
  await expect
    .poll(async () => {
      await visitor.reload()
      return onProfile(visitor)
    })
    .toEqual(['Three', 'Four', 'Five', 'One', 'Glaze tests'])
  await expectAccessibleAtBothWidths(visitor, 'an arranged profile')
  await visitor.getByRole('link', { name: /^Glaze tests, Series of 2/ }).click()
  await expect(visitor.getByRole('heading', { name: 'Glaze tests', level: 1 })).toBeVisible()
  await expect.poll(() => onProfile(visitor)).toEqual(['Two', 'Six'])
  await expectAccessibleAtBothWidths(visitor, 'a series')
  // The move that was refused is the only complaint.
  expect(complaints.filter((one) => !one.includes('503'))).toEqual([])
})

test('a wall is arranged by pointer and as a list on a phone, and a series is edited', async ({
  page,
}) => {
  const complaints = watchForComplaints(page)
  await startWall(page)
  await page.goto(`${plinthUrl()}/wall`)
  const item = (title: string) => page.getByRole('article').filter({ hasText: title })
  const drag = async (title: string, to: { x: number; y: number }) => {
    const from = await item(title).locator('.arrange-picture').boundingBox()
    if (from === null) throw new Error(`${title} has no picture`)
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await page.mouse.up()
  }
  await expect.poll(() => wall(page)).toEqual(['Six', 'Five', 'Four', 'Three', 'Two', 'One'])
  const six = await item('Six').locator('.arrange-picture').boundingBox()
  await drag('Four', { x: (six?.x ?? 0) + 8, y: (six?.y ?? 0) + 40 })
  await expect.poll(() => wall(page)).toEqual(['Four', 'Six', 'Five', 'Three', 'Two', 'One'])
  const front = await part(page, /^First on your profile/).boundingBox()
  await drag('Five', { x: (front?.x ?? 0) + 200, y: (front?.y ?? 0) + 100 })
  await expect.poll(() => pinned(page)).toEqual(['Five'])

  await page.setViewportSize({ width: 390, height: 844 })
  const list = (name: string) =>
    page.getByRole('list', { name: new RegExp(`^${name}`) }).getByRole('heading', { level: 3 })
  await expect
    .poll(() => list('Then the wall').allInnerTexts())
    .toEqual(['Four', 'Six', 'Three', 'Two', 'One'])
  await page.getByRole('button', { name: 'Move Two up' }).click()
  await page.getByRole('button', { name: 'Pin Six' }).click()
  await expect.poll(() => list('First on your profile').allInnerTexts()).toEqual(['Five', 'Six'])
  await page.getByRole('button', { name: 'Move Six up' }).click()
  await expect.poll(() => list('First on your profile').allInnerTexts()).toEqual(['Six', 'Five'])
  await expect
    .poll(() => list('Then the wall').allInnerTexts())
    .toEqual(['Four', 'Two', 'Three', 'One'])
  await expectAccessible(page, 'arranging on a phone')

  await page.getByRole('button', { name: 'New series' }).click()
  for (const title of ['Two', 'Three', 'One'])
    await page.getByRole('checkbox', { name: `Choose ${title}` }).check()
  await page.getByRole('button', { name: 'Make a series' }).click()
  const naming = page.getByRole('dialog', { name: 'New series' })
  await naming.getByRole('textbox', { name: 'Title' }).fill('Bowls')
  await naming.getByRole('button', { name: 'Create series' }).click()
  await expect(naming).toHaveCount(0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Options for Bowls' }).click()
  await page.getByRole('menuitem', { name: 'Edit this series' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit series' })
  const inside = () => editing.getByRole('heading', { level: 4 }).allInnerTexts()
  await expect.poll(inside).toEqual(['Two', 'Three', 'One'])
  await expectAccessibleAtBothWidths(page, 'a series that is edited')
  await editing.getByRole('button', { name: 'Move One up' }).click()
  await expect.poll(inside).toEqual(['Two', 'One', 'Three'])
  await editing.getByRole('button', { name: 'Use Three as cover' }).click()
  await expect(editing.getByRole('button', { name: 'Use Three as cover' })).toBeDisabled()
  await editing.getByRole('button', { name: 'Take Two out of the series' }).click()
  await expect.poll(inside).toEqual(['One', 'Three'])
  await editing.getByRole('textbox', { name: 'Title' }).fill('Two bowls')
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await expect(editing).toHaveCount(0)
  await expect.poll(() => wall(page)).toEqual(['Four', 'Two bowls', 'Two'])

  await page.getByRole('button', { name: 'Options for Two bowls' }).click()
  await page.getByRole('menuitem', { name: 'Edit this series' }).click()
  await editing.getByRole('button', { name: 'Delete series' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete series' }).click()
  await expect.poll(() => wall(page)).toEqual(['Four', 'One', 'Three', 'Two'])
  expect(complaints).toEqual([])
})
